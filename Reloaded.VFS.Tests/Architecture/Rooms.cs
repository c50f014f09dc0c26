namespace Reloaded.VFS.Tests.Architecture;

/// <summary>
/// The map of the house: every project's rooms (namespaces, which are folders), bottom to top. A room uses only rooms that come before it,
/// and the projects that its own project references. docs/architecture.md says the same in sentences.
/// </summary>
internal static class Rooms
{
    /// <summary>Of each assembly the rooms below its own namespace, lowest first; "" is the assembly's own namespace.</summary>
    public static IReadOnlyList<(string Assembly, string Namespace, string[] Rooms)> All { get; } =
    [
        // Windows' own declarations.
        ("Reloaded.VFS.Interop", "Reloaded.VFS.Interop",
        [
            "Nt",                   // structures, enumerations and functions of ntdll; modules
            "Win32",                // functions of kernel32 and user32
            "Entering",             // entering a new process before its first instruction; its imports
            "Watching",             // folders watched through a completion port
        ]),

        // The data structure. It knows no disk.
        ("Reloaded.VFS", "Reloaded.VFS",
        [
            "Diagnostics",          // what there is to tell a user
            "Paths",                // texts of paths: letter case, 8.3 names, patterns
            "Hashing",              // the hash of a path in any letter case
            "Memory",               // native memory that trees live in
            "PathRecords",          // every folder path under an id; keys and packed names
            "Listings",             // what a real folder holds
            "Layers",               // real folders and files over virtual ones, and which are live
            "Lookup",               // the table that opens ask, snapshots of it
            "Lookup.Building",      // that table, made of layers
            "Changes",              // how two snapshots differ
            "",                     // the file system: layers in order, published as snapshots
        ]),

        // What players' folders and files mean.
        ("Reloaded.VFS.Mods", "Reloaded.VFS.Mods",
        [
            "Removing",             // what deletes, replaces and renames on disk
            "Diagnostics",          // near names, files that are replaced whole
            "Names",                // names of mods, patterns of files
            "Configuration",        // rvfs.json
            "Metadata",             // mod.json
            "Reading",              // folders read ahead by several threads
            "Keeping",              // what folders held, kept for the next start
            "Scanning",             // folders read into listings
            "Archives",             // archives among the mods, and the cache that they are unpacked to
            "Order",                // order.txt, and the mods that it names
            "Laying",               // what mods hold, and what of it lies over which folder
            "Resolving",            // whose file a name is, without a game
            "AntiCheat",            // what looks like an anti-cheat
            "Tracking",             // changes in mods while a game runs
            "Undoing",              // what a run changed, and taking it back
            "Reports",              // reports of starts and ends
            "Events",               // the file of events
            "",                     // real folders as layers
        ]),

        // The hooked functions.
        ("Reloaded.VFS.Hooks", "Reloaded.VFS.Hooks",
        [
            "Gates",                // C's gates and what C and C# share
            "Patching",             // how a function is hooked
            "Originals",            // the real files past the hooks
            "Spelling",             // other spellings of a path
            "Handles",              // what is known of the game's handles
            "Following",            // who follows the mods on disk, and what it is asked for
            "Journaling",           // what a run changes, recorded before
            "Mapping",              // where names lie in the overwrite folder
            "Deleting",             // names that the game has deleted, and what goes with a handle
            "View",                 // what the game sees at a path; writes to no disk
            "Overwriting",          // what a writing call does with the overwrite folder: copies and folders in it
            "Marking",              // files in mods that stand for deleted names
            "Attaching",            // handles that were there before the hooks
            "Recording",            // events of opens
            "Naming",               // names and volumes that a handle tells
            "Listing.Merging",      // a folder's records and the mods', merged
            "Listing.State",        // a listing between two calls
            "Listing.Calls",        // NtQueryDirectoryFile
            "Watching",             // change notifications
            "Writing",              // what a policy says about a call that may change something
            "Writing.InPlace",      // the policy game: a change goes where the name lies
            "Writing.Overwrite",    // the policy overwrite: a change goes to the overwrite folder
            "Opening",              // NtCreateFile and all calls that name a file
            "Saving",               // renames and deletions
            "Children",             // processes that the game starts
            "",                     // the list of the hooked functions, and what installs them
        ]),

        // reloaded_vfs.dll.
        ("reloaded_vfs", "Reloaded.VFS.Dll",
        [
            "Interface",            // options, statuses and errors that callers see
            "Runtime",              // C's services, modules, the machine
            "Reporting",            // reports, versions, events
            "Start",                // what a start needs, and the file system that it fills
            "Children",             // the VFS in processes that the game starts
            "Watching",             // mods followed on disk
            "Host",                 // the one VFS of a process
            "Exports",              // the functions of reloaded_vfs.h
        ]),

        // rvfs.
        ("rvfs", "Reloaded.VFS.Cli",
        [
            "Terminal",             // messages, exit codes, command lines
            "Processes",            // Windows' processes, consoles, jobs
            "Game",                 // the game's program and its files
            "OtherManagers",        // metadata of other mod managers
            "Archives",             // archives unpacked into mods
            "Wine",                 // Wine's installation, prefixes and paths
            "Monitoring.Files",     // events as text
            "Starting",             // what a start does, decided
            "Starting.Windows",     // a start on Windows
            "Starting.Wine",        // a start on Linux
            "Starting.Wrapping",    // a launcher's command line, with rvfs put into it
            "Questions",            // what a game would see, asked without it
            "Overwriting",          // what the game has written to the overwrite folder
            "Checking.Facts",       // what is read of a system
            "Checking",             // doctor's checks
            "Checking.Reporting",   // doctor's report of the system
            "Installing",           // the VFS put beside a game, and taken away
            "Materialising",        // what a game sees as a second folder of links
            "Profiling",            // profiles of loads
            "Monitoring",           // a look at a running game
            "Bisecting",            // which mod breaks the game
            "Commands.Looking",     // commands that show and change nothing
            "Commands",             // one file a command
            "",                     // the program
        ]),
    ];
}
