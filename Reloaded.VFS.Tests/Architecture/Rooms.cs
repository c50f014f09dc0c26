namespace Reloaded.VFS.Tests.Architecture;

/// <summary>
/// The rooms of every project (namespaces, which are folders), bottom to top. A room uses only rooms that come before it, and the projects
/// that its own project references. src/README.md describes the same.
/// </summary>
internal static class Rooms
{
    /// <summary>Gets the rooms of each assembly below its own namespace, lowest first; "" is the assembly's own namespace.</summary>
    public static IReadOnlyList<(string Assembly, string Namespace, string[] Rooms)> All { get; } =
    [
        // Windows' own declarations.
        ("Reloaded.VFS.Interop", "Reloaded.VFS.Interop",
        [
            "Nt",                   // structures, enumerations and functions of ntdll; modules
            "Win32",                // functions of kernel32 and user32
            "Entering",             // entering a new process before its first instruction; its imports
            "Watching",             // watches of folders by a completion port
        ]),

        // The data structure, which doesn't access a disk.
        ("Reloaded.VFS", "Reloaded.VFS",
        [
            "Diagnostics",          // messages for users
            "Paths",                // texts of paths: letter case, 8.3 names, patterns
            "Hashing",              // the hash of a path in any letter case
            "Memory",               // native memory for trees
            "PathRecords",          // ids of folder paths; keys and packed names
            "Listings",             // the content of real folders
            "Layers",               // layers of real folders and files over virtual ones, and which are live
            "Lookup",               // the table for opens, and its snapshots
            "Lookup.Building",      // building the table from layers
            "Sharing",              // listings and the table in memory that processes share
            "Changes",              // differences between two snapshots
            "",                     // the file system: layers in order, published as snapshots
        ]),

        // The meaning of players' folders and files.
        ("Reloaded.VFS.Mods", "Reloaded.VFS.Mods",
        [
            "Removing",             // deleting, replacing and renaming on disk
            "Diagnostics",          // similar names, files that are replaced as a whole
            "Names",                // names of mods, patterns of files
            "Configuration",        // rvfs.json
            "Metadata",             // mod.json
            "Reading",              // folders read ahead by several threads
            "Caching",              // what folders held, cached for the next start
            "Scanning",             // folders read into listings
            "Archives",             // archives among the mods, and the cache for their content
            "Order",                // order.txt and its mods
            "Laying",               // the content of mods, and which part lies over which folder
            "Resolving",            // the owner of a name, without a game
            "AntiCheat",            // detection of anti-cheat software
            "Tracking",             // changes in mods while a game runs
            "Undoing",              // the changes of a run, and their undoing
            "Reports",              // reports of starts and ends
            "Events",               // the file of events
            "",                     // real folders as layers
        ]),

        // The hooked functions.
        ("Reloaded.VFS.Hooks", "Reloaded.VFS.Hooks",
        [
            "Gates",                // gates in C, and what C and C# share
            "Patching",             // hooking a function
            "Originals",            // the real files past the hooks
            "Spelling",             // other spellings of a path
            "Handles",              // the table of the game's handles
            "Following",            // the thread that follows the mods on disk, and its requests
            "Journaling",           // recording of a run's changes before they are made
            "Mapping",              // places of names in the overwrite folder
            "Deleting",             // names that the game has deleted, and deletions with the last handle
            "View",                 // what the game sees at a path; doesn't write to a disk
            "Overwriting",          // copies and folders that a writing call makes in the overwrite folder
            "Marking",              // files in mods that stand for deleted names
            "Attaching",            // pre-existing handles
            "Recording",            // events of opens
            "Naming",               // names and volumes that a handle reports
            "Listing.Merging",      // merging of a folder's records with the mods'
            "Listing.State",        // the state of a listing between two calls
            "Listing.Calls",        // NtQueryDirectoryFile
            "Watching",             // change notifications
            "Writing",              // a policy's decision about a call that may change something
            "Writing.InPlace",      // the policy game: a change goes where the name lies
            "Writing.Overwrite",    // the policy overwrite: a change goes to the overwrite folder
            "Opening",              // NtCreateFile and all calls that name a file
            "Saving",               // renames and deletions
            "Children",             // processes that the game starts
            "",                     // the list of the hooked functions, and their installation
        ]),

        // reloaded_vfs.dll.
        ("reloaded_vfs", "Reloaded.VFS.Dll",
        [
            "Interface",            // options, statuses and errors for callers
            "Runtime",              // C's services, modules, the machine
            "Reporting",            // reports, versions, events
            "Sharing",              // sections with trees, passed from one process to the next
            "Start",                // the requirements of a start, and building the file system
            "Children",             // the VFS in processes that the game starts
            "Watching",             // mods followed on disk
            "Host",                 // the one VFS of a process
            "Exports",              // the functions of reloaded_vfs.h
        ]),

        // rvfs.
        // The page of the launcher.
        ("rvfs-ui", "Reloaded.VFS.Ui",
        [
            "Asking",               // the commands of the launcher that the page stands for
            "Entering",             // who is let in
            "Serving",              // requests, jobs, what is told to the page
            "",                     // the program
        ]),

        ("rvfs", "Reloaded.VFS.Cli",
        [
            "Terminal",             // messages, exit codes, command lines
            "Processes",            // Windows' processes, consoles, jobs
            "Game",                 // the game's program and its files
            "OtherManagers.Plans",  // what an import takes over, and where it goes
            "OtherManagers.Formats",// the formats of other mod managers' files
            "OtherManagers",        // the readers of other mod managers' folders
            "Archives.Unpacking",   // archives read and unpacked
            "Archives.Staging",     // folders in which a mod is put together before it appears
            "Archives.Fomod",       // installers with choices
            "Archives.Packages",    // packages of Thunderstore, and the rules of mod loaders
            "Archives",             // archives among the mods, and mods added and removed
            "Wine",                 // Wine's installation, prefixes and paths
            "Monitoring.Files",     // events as text
            "Starting",             // decisions about a start
            "Starting.Windows",     // a start on Windows
            "Starting.Wine",        // a start on Linux
            "Starting.Wrapping",    // a launcher's command line, with rvfs put into it
            "Questions",            // what a game would see, asked without it
            "Overwriting",          // what the game has written to the overwrite folder
            "Importing",            // sets of mods from other managers, and for them
            "Checking.Facts",       // what is read of a system
            "Checking",             // doctor's checks
            "Checking.Reporting",   // doctor's report of the system
            "Installing",           // the VFS put beside a game, and taken away
            "SelfTesting",          // a small game played to try the VFS here
            "Materialising",        // what a game sees as a second folder of links
            "Profiling",            // profiles of loads
            "Monitoring",           // monitoring of a running game
            "Bisecting",            // the search for a bad mod
            "Commands.Playing",     // commands that start a game or prepare its start
            "Commands.Looking",     // commands that show and change nothing
            "Commands.Repairing",   // commands that find what is wrong or take it back
            "Commands",             // commands about mods, and about the commands
            "",                     // the program
        ]),
    ];
}
