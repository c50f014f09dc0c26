using Reloaded.VFS.Hashing;
using Reloaded.VFS.Hooks.Attaching;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Listing.Calls;
using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Listing.State;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Patching;
using Reloaded.VFS.Hooks.Recording;
using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Hooks.Writing.InPlace;
using Reloaded.VFS.Hooks.Writing.Overwrite;

namespace Reloaded.VFS.Hooks;

/// <summary>The state of one hook, for the start report.</summary>
/// <param name="Function">The hooked function of ntdll.</param>
/// <param name="Installed">True if calls go through the VFS.</param>
/// <param name="Detail">How the hook was installed, or why not; null if there is nothing to report.</param>
/// <param name="Required">True if the game would see wrong files without the hook.</param>
public sealed record HookOutcome(string Function, bool Installed, string? Detail, bool Required)
{
    /// <summary>Gets how the function's entry was changed, or was to be changed; null if that wasn't decided.</summary>
    public PatchKind? Kind { get; init; }

    /// <summary>Gets a value indicating whether another program had hooked the function before; its hook runs after the VFS's.</summary>
    public bool IsBehindOthers { get; init; }

    /// <summary>Gets what the function's entry contained before; null if this system lacks the function, or the hook was there.</summary>
    public EntryFacts? Entry { get; init; }
}

/// <summary>The installation of the hooks, and their switch. Not thread-safe: the host calls it under its own lock.</summary>
public static unsafe class HookManager
{
    private static readonly List<(GateIndex Index, InlineHook Hook)> s_installed = [];
    private static ModNames? s_names;

    private static MergedView View => MergedView.Current;

    /// <summary>Installs every hook, turned off: calls pass through the gates to the originals.</summary>
    /// <remarks>
    /// Call this method on a thread whose state is <see cref="ThreadMark.Inside"/>, after the warm-up; again only after
    /// <see cref="Uninstall"/>.
    /// </remarks>
    public static IReadOnlyList<HookOutcome> Install(VirtualFileSystem files, NativeServices native)
    {
        SetView(files, native);
        var engine = new InlineHookEngine(native);
        var states = new List<HookOutcome>();
        var prepared = new List<PlannedHook>();
        var blocks = new NearBlocks(NearMemory.TryAllocate);
        nint standIn = ModuleIn(StandInVariable), supplement = ModuleIn(SupplementVariable);
        foreach (HookedFunction function in HookedFunction.All)
        {
            nint target = Find(function, standIn, supplement);
            if (target == 0)
                states.Add(new HookOutcome(function.Name, false, "this system doesn't have it", false));
            else if (TryPrepare(engine, blocks, native, function, target, out HookOutcome? state) is { } hook)
                prepared.Add(hook);
            else
                states.Add(state!);
        }

        PutIn(engine, native, prepared, states);
        OriginalDirectorySource.AskTheSystem = HowListingsGoOn;
        CutNames.AreCut = NtFunctions.IsWine;
        return states;
    }

    /// <summary>Gives handlers and gates what they need before the first hook is installed.</summary>
    private static void SetView(VirtualFileSystem files, NativeServices native)
    {
        // What is known about the view's folders stays valid.
        HandleTable handles = View?.Handles ?? HandleTable.Allocate(&native.Gate->Closes);
        var view = MergedView.Of(files, View, DeviceNames.Load, handles);
        ListingCall.States ??= new HandleStates<DirectoryListingState>(handles);
        if (view != View)
        {
            (MergedView.Current, DeviceNames.Current) = (view, view.Devices);
            KeptNames.Forget();
            view.Whiteouts.Folders.Lifted = (path, deleted, kept) =>
                DeletionMarkers.Spread(view, path, deleted[0], deleted[1..].Concat(kept), isMade: true);
        }

        SetPolicy(view.Writes.Overwrite, view.Writes.Journal);

        NtFunctions.FindAll();
        GateTable.Native = native;
        GateTable.Gates = native.GetGate(0);
        SourceRoots.TellGate(native.Gate);
        handles.Clear();
        view.Removals.Clear();
        view.AskedDeletions.Clear();
        native.Gate->Handles = handles.Entries;
        native.Gate->HandleCount = handles.Entries is null ? 0 : (ulong)HandleTable.Capacity;
    }

    /// <summary>Plans the hook of a function. Returns null if there is none to install; <paramref name="state"/> then says why.</summary>
    private static PlannedHook? TryPrepare(InlineHookEngine engine, NearBlocks blocks, NativeServices native, HookedFunction function,
        nint target, out HookOutcome? state)
    {
        s_installed.RemoveAll(i => i.Index == function.Index && i.Hook.IsOverwritten(target));
        if (s_installed.Exists(i => i.Index == function.Index))
        {
            state = new HookOutcome(function.Name, true, "never taken out: another program hooked over it", function.IsRequired);
            return null;
        }

        GateSlots* slots = native.GetGate((int)function.Index);
        slots->Handler = function.Handler;
        // If the hook can't be installed, handlers of other functions still call this one.
        slots->Original = target;
        EntryFacts entry = EntryFacts.Read(target, native);
        PreparedHook? hook = engine.Prepare(target, slots->Entry, &slots->Original, out string detail, blocks.For(target));
        state = hook is null ? new HookOutcome(function.Name, false, detail, function.IsRequired) { Entry = entry } : null;
        return hook is null ? null : new PlannedHook(function, target, hook, entry);
    }

    /// <summary>Seals the code of the planned hooks, and installs them.</summary>
    private static void PutIn(InlineHookEngine engine, NativeServices native, List<PlannedHook> prepared, List<HookOutcome> states)
    {
        HashSet<NearMemory> isSealed = [.. prepared.ConvertAll(p => p.Hook.Memory)];
        isSealed.RemoveWhere(block => !block.Seal());
        List<PreparedHook> ready = prepared.ConvertAll(p => p.Hook).FindAll(hook => isSealed.Contains(hook.Memory));
        InlineHook?[] applied = engine.Apply(ready, out string[] details);
        foreach ((HookedFunction function, nint target, PreparedHook hook, EntryFacts entry) in prepared)
        {
            int index = ready.IndexOf(hook);
            InlineHook? installed = index < 0 ? null : applied[index];
            string detail = index < 0
                ? "the code pages can't be made executable (dynamic code is forbidden in this process)"
                : details[index];
            if (installed is not null)
                s_installed.Add((function.Index, installed));
            else
                native.GetGate((int)function.Index)->Original = target; // its trampoline may not be executable
            if (hook.IsBehindOthers && entry.JumpsTo is not null)
                detail += $" ({entry.JumpsTo})";
            states.Add(new HookOutcome(function.Name, installed is not null, detail, function.IsRequired)
            {
                Kind = hook.Plan.Kind,
                IsBehindOthers = installed is not null && hook.IsBehindOthers,
                Entry = entry,
            });
        }
    }

    /// <summary>The variable that names a module whose functions are used if ntdll lacks them. The module must be loaded already.</summary>
    /// <remarks>The handlers of newer systems' functions are tested this way on older systems.</remarks>
    private const string SupplementVariable = "RVFS_NTDLL_SUPPLEMENT";

    /// <summary>The variable that names a module whose functions are hooked instead of ntdll's. The module must be loaded.</summary>
    /// <remarks>The patch of another system's stubs is tested this way.</remarks>
    private const string StandInVariable = "RVFS_NTDLL_STAND_IN";

    /// <summary>Gets the variables that are set and have functions of another module hooked, or called, instead of ntdll's.</summary>
    /// <remarks>A player who has one of them set may see no mods.</remarks>
    public static IEnumerable<(string Variable, string Module)> StandIns
    {
        get
        {
            foreach (string variable in (string[])[StandInVariable, SupplementVariable])
            {
                if (Environment.GetEnvironmentVariable(variable) is { Length: > 0 } module)
                    yield return (variable, module);
            }
        }
    }

    private static nint Find(HookedFunction function, nint standIn, nint supplement)
    {
        nint address = FindIn(standIn, function.Name);
        if (address == 0 && function.Library == HookedLibrary.Ntdll)
            address = NtFunctions.Find(function.Name);
        else if (address == 0 && Modules.GetModuleHandleW("kernelbase.dll") is var kernelbase and not 0)
            address = Modules.GetProcAddress(kernelbase, function.Name);
        return address != 0 ? address : FindIn(supplement, function.Name);
    }

    /// <summary>Returns a function of the module that supplements ntdll; 0 if there is no such module, or the module lacks the function.</summary>
    public static nint FindInSupplement(string function) => FindIn(ModuleIn(SupplementVariable), function);

    private static nint FindIn(nint module, string function) => module != 0 ? Modules.GetProcAddress(module, function) : 0;

    private static nint ModuleIn(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } module ? Modules.GetModuleHandleW(module) : 0;

    /// <summary>Hides names of the VFS in a known folder, and everything below them: they are neither listed nor opened.</summary>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="names">The names, in any letter case.</param>
    /// <remarks>Call <see cref="UpdatePrefixes"/> afterwards.</remarks>
    public static void Hide(int pathId, IReadOnlyCollection<string> names) =>
        View.Hidden.Add(pathId, View.Files.GetPath(pathId).ToString(), names);

    /// <summary>Determines whether a canonical path is one of the hidden names, or lies below one.</summary>
    public static bool Hides(string path) => View.Hidden.Cover(path, out _);

    /// <summary>
    /// Determines how this system's listings continue after a restart and after a truncated record, with a folder that every system has.
    /// </summary>
    private static ListingBehaviour HowListingsGoOn()
    {
        // Available without the shell's library, which the game may not have loaded.
        string system = Environment.SystemDirectory;
        var source = new GameDirectorySource(new OriginalDirectorySource(isAsynchronous: false), new UnseenNames(View, null, null, -1));
        ListingProbe.TryRun(ref source, NtPath.From(Path.GetDirectoryName(system) + @"\"), Path.GetFileName(system),
            out ListingBehaviour behaviour);
        return behaviour;
    }

    /// <summary>Sets whether a handle of a mod's file reports its real name and volume, or those by which the game knows it.</summary>
    public static void ShowRealNames(bool show) => View.ShowsRealNames = show;

    /// <summary>
    /// Sets where everything goes that the game writes; null: the places of the names themselves. Call it before <see cref="Enable"/>.
    /// </summary>
    public static void WriteTo(OverwriteFolder? overwrite)
    {
        SetPolicy(overwrite?.AsTheSystemNamesIt(), View.Writes.Journal);
        GateTable.Native.Gate->GuardsAttributes = overwrite is not null && NtFunctions.IsWine ? 1 : 0;
        foreach (OverwriteRoot root in View.Writes.Overwrite?.Roots ?? [])
            SourceRoots.Add(root.Folder);
        SetUndecided(UndecidedChanges.Refused, overwrite is not null);
    }

    /// <summary>
    /// Sets where changes that the game makes in place are recorded before they are made; null: nowhere. Call it before
    /// <see cref="Enable"/>.
    /// </summary>
    public static void Record(JournaledFolders? folders)
    {
        SetPolicy(View.Writes.Overwrite, folders?.AsTheSystemNamesIt());
        GateTable.Native.Gate->Whole = folders is null ? null : AttributesOf(folders.WholeFile);
        SetUndecided(UndecidedChanges.Journal, folders is not null);
    }

    private static void SetPolicy(OverwriteFolder? overwrite, JournaledFolders? journal)
    {
        var inPlace = new InPlacePolicy(View, journal);
        View.Writes = overwrite is not null ? new OverwritePolicy(View, overwrite, inPlace) : inPlace;
    }

    private static void SetUndecided(UndecidedChanges changes, bool isSet)
    {
        UndecidedChanges* set = &GateTable.Native.Gate->Undecided;
        *set = isSet ? *set | changes : *set & ~changes;
    }

    /// <summary>Allocates attributes that name a file. The memory is never freed: gates may read it at any time.</summary>
    private static OBJECT_ATTRIBUTES* AttributesOf(string path)
    {
        nuint bytes = (nuint)path.Length * sizeof(char);
        var attributes = (OBJECT_ATTRIBUTES*)NativeMemory.Alloc((nuint)(sizeof(OBJECT_ATTRIBUTES) + sizeof(UNICODE_STRING)) + bytes);
        var name = (UNICODE_STRING*)(attributes + 1);
        path.CopyTo(new Span<char>(name + 1, path.Length));
        *attributes = RealFiles.Name((char*)(name + 1), path.Length, name);
        return attributes;
    }

    /// <summary>Sets the object that follows changes of mods on disk. A call may wait until it has seen what the call changed.</summary>
    public static void FollowMods(IRescanner follower) => View.Follow(follower);

    /// <summary>Removes a follower of the mods that has ended; one that has replaced it stays. Can be called on any thread.</summary>
    public static void EndFollowing(IRescanner follower) => View.EndFollowing(follower);

    /// <summary>Gets the processes that this one started suspended. Call it after <see cref="Install"/>.</summary>
    public static SuspendedChildren Suspended =>
        SuspendedChildren.Current ??= new SuspendedChildren(&GateTable.Native.Gate->SuspendedChildren);

    /// <summary>Returns the DLLs that a program imports, and that mods supply or hide for it, if it sees what this process sees.</summary>
    /// <param name="program">The program's path.</param>
    public static IReadOnlyList<string> FindImports(string program) => ChildImports.Find(View, program);

    /// <inheritdoc cref="OwnImageName.Correct"/>
    public static void CorrectImageName() => OwnImageName.Correct(View);

    /// <inheritdoc cref="WorkingFolder.Correct"/>
    public static void CorrectWorkingFolder() => WorkingFolder.Correct(View);

    /// <summary>Follows the processes that this one starts from now on; null: stops doing so.</summary>
    public static void FollowChildren(IChildProcesses? children)
    {
        _ = Suspended;
        ChildPolicy.Current = children;
        Volatile.Write(ref GateTable.Native.Gate->Children, children is null ? 0 : 1);
    }

    /// <summary>Reports changes in virtual folders, including those of mods, to programs that watch the folders, from now on.</summary>
    /// <remarks>Otherwise such programs are notified of the game's own folders only.</remarks>
    /// <param name="run">Runs an action on a thread of the host's own, soon. Called from any thread, while other locks are held.</param>
    public static void ReportChanges(Action<Action> run)
    {
        var notifier = new ChangeNotifier(View, GateTable.Native.Notifications, run);
        if (!notifier.TryStart())
            return;
        View.Watches = notifier;
        View.Whiteouts.Folders.Changed = notifier.WhiteoutChanged;
    }

    /// <summary>
    /// Sets the callback for calls that fail within the VFS from now on: the first of each kind, with the outcome for the game and the
    /// cause.
    /// </summary>
    /// <remarks>The callback runs on any thread. It may throw if memory is short, and is called again later.</remarks>
    public static void ReportFaults(Action<string, Exception> tell) =>
        HandlerFaults.Current = new HandlerFaults(tell, id => View.Files.GetPath(id).ToString());

    /// <summary>
    /// Sets the callback for the first deletion from now on that ends with the process: with the marker that can't be made, as a real path
    /// in NT form, and the cause. The callback runs on any thread.
    /// </summary>
    public static void ReportLostMarker(Action<string, Exception> tell) => MarkerFile.Failed = tell;

    /// <summary>Resolves handles that were open before the hooks. Call it once all mods are laid, before <see cref="Enable"/>.</summary>
    /// <param name="isBeforeProgram">True if the program hasn't run any code yet.</param>
    /// <param name="inheritsNothing">True if the process has inherited no handle that leads to a folder or file of mods.</param>
    public static void FindEarlierHandles(bool isBeforeProgram, bool inheritsNothing)
    {
        PreexistingHandles.Find(View, isBeforeProgram, inheritsNothing);
        View.Handles.EndEarlier();
    }

    /// <summary>Sends calls through the handlers from now on.</summary>
    public static void Enable()
    {
        if (s_names is null)
        {
            MergedView view = View;
            s_names = new ModNames(GateTable.Native.Gate, () => PathHash.HasImageCode && !view.Whiteouts.Any, () => EventSink.Recording);
            view.Whiteouts.First = s_names.Stop;
            view.Files.FollowNames(s_names);
        }

        Volatile.Write(ref GateTable.Native.Gate->Enabled, 1);
    }

    /// <summary>
    /// Gets a value indicating whether the gates themselves answer for names in a target that no mod has, as long as no program records
    /// calls. Another thread may change it at any time.
    /// </summary>
    public static bool AnswersInGate => GateTable.Native.Gate is not null && IsEnabled && s_names is { IsOpen: true };

    /// <summary>Gets a value indicating whether calls go through the handlers.</summary>
    public static bool IsEnabled => GateTable.IsEnabled;

    /// <summary>
    /// Sends calls to the originals from now on; handlers that are running finish. Programs that watch folders then list them again.
    /// </summary>
    public static void Disable()
    {
        Volatile.Write(ref GateTable.Native.Gate->Enabled, 0);
        View.Handles.MissSome();
        View.Watches?.EndAll();
    }

    /// <summary>Restores the functions' entries, newest first.</summary>
    /// <remarks>
    /// A function that another program hooked later keeps its gate, which passes every call on. Code and handle table stay mapped: threads
    /// may be inside.
    /// </remarks>
    /// <returns>The functions that kept the gate.</returns>
    public static IReadOnlyList<string> Uninstall()
    {
        Disable();
        View.Watches?.Stop();
        View.Whiteouts.Folders.Changed = null;
        View.Watches = null;
        FollowChildren(null);
        for (int i = s_installed.Count - 1; i >= 0; i--)
        {
            if (s_installed[i].Hook.TryRemove())
                s_installed.RemoveAt(i);
        }

        return [.. s_installed.Select(i => i.Index.ToString())];
    }

    /// <summary>Updates the names in the gates' filter that may lie in a target. Call it whenever a target was added.</summary>
    /// <param name="targets">All targets, as canonical paths.</param>
    public static void UpdatePrefixes(IReadOnlyCollection<string> targets)
    {
        IReadOnlyList<string> all = View.Aliases.Update(targets);
        // SeenPath treats two backslashes after a drive as one: C:\ and what the filter appends to a target.
        IEnumerable<string> doubled = all.Where(path => path.Length > 1 && path[1] == ':').Select(path => path[..2] + '\\')
            .Distinct(StringComparer.OrdinalIgnoreCase);
        PrefixFilter.Build(targets, View.Aliases.RareBeginnings, [.. all.Skip(targets.Count), .. doubled],
            View.Hidden.Names).WriteTo(GateTable.Native.Gate);
        View?.Handles.ForgetUnrelated();
    }

    /// <summary>
    /// Resolves handles again that led to no folder of a mod. Call it when layers were added and published, since these may have more
    /// folders.
    /// </summary>
    /// <remarks>Can be called on any thread that holds no lock.</remarks>
    public static void FoldersAdded() => View?.Handles.ForgetUnrelated();

    /// <summary>Removes the whiteouts of what another program has deleted in the overwrite folder.</summary>
    /// <remarks>Called by the thread that follows the mods when it has examined the layers and published those that have changed.</remarks>
    public static void LayersLookedAt() => View?.Whiteouts.LiftGone();

    private sealed record PlannedHook(HookedFunction Function, nint Target, PreparedHook Hook, EntryFacts Entry);
}

/// <summary>A system library that has hooked functions.</summary>
internal enum HookedLibrary
{
    /// <summary><c>ntdll.dll</c>, which every process has.</summary>
    Ntdll,

    /// <summary><c>kernelbase.dll</c>, which a process may do without.</summary>
    Kernelbase,
}

/// <summary>A hooked function: a row of <c>Native/gates.def</c>, from which the list of all is generated.</summary>
/// <param name="Name">The function's name, as its library exports it.</param>
/// <param name="Library">The library that exports the function.</param>
/// <param name="Handler">The managed handler, or zero if the gate does everything itself.</param>
/// <param name="IsRequired">True if the game would see wrong files without the hook.</param>
internal sealed partial record HookedFunction(GateIndex Index, string Name, HookedLibrary Library, nint Handler, bool IsRequired);
