namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The hook engine of the shipped DLL: a jump over the function's entry, with its instructions in a trampoline nearby.</summary>
/// <remarks>
/// Not thread-safe: one caller at a time, while the hooked functions may run on any number of threads. To install many hooks,
/// <see cref="Prepare"/> each in one block, seal the block, then <see cref="Apply"/> them: the code pages are sealed before the first hook
/// runs.
/// </remarks>
internal sealed unsafe class InlineHookEngine(NativeServices native)
{
    /// <summary>
    /// The length of <c>jmp [rip+0]</c> and the address behind it: from the near block to anywhere. A tail jump, so that return addresses
    /// stay paired.
    /// </summary>
    private const int RelayLength = CodeRelocator.JumpToAnywhere;

    private const int TrampolineRoom = 96;

    private static readonly int s_bitness = sizeof(nint) * 8;

    /// <summary>The longest patch that other hook engines write over an entry.</summary>
    /// <remarks>A later engine overwrites more than the short jump does, and the trampoline must not return into its bytes.</remarks>
    private const int LongestForeignPatch = 14;

    /// <summary>The padding that holds a jump of this engine, by function.</summary>
    /// <remarks>
    /// The jump stays when a hook is removed (a thread may stand on it) and is used again, so that no hook takes a neighbour's padding.
    /// </remarks>
    private static readonly Dictionary<nint, int> s_paddings = [];

    /// <summary>
    /// The padding that a hook was prepared for, by function: many hooks are prepared before the first one goes in, and no two may use the
    /// same padding.
    /// </summary>
    private static readonly Dictionary<nint, int> s_planned = [];

    /// <summary>Plans a hook and writes its relay and trampoline, into <paramref name="shared"/> or a block of its own.</summary>
    public PreparedHook? Prepare(nint target, nint gate, nint* original, out string detail, NearMemory? shared = null)
    {
        // Forwarded stubs (`jmp [rip+x]` in kernel32, another program's earlier hook) are hooked in place: the earlier hook stays first in
        // line.
        NearMemory? memory = shared ?? NearMemory.TryAllocate(target);
        byte* relay = memory is null ? null : memory.Reserve(RelayLength);
        byte* trampoline = memory is null ? null : memory.Reserve(TrampolineRoom);
        if (trampoline is null)
        {
            detail = "there is no free memory within 2 GB of the function";
            return null;
        }

        ulong address = (ulong)target;
        var entry = new ReadOnlySpan<byte>((void*)target, CodeRelocator.EntryBytes);

        // The length of the first instruction decides the kind of patch, which decides how many bytes move.
        RelocatedCode? first = CodeRelocator.Relocate(s_bitness, entry, address, 1, (ulong)trampoline, out detail);
        if (first is null)
            return null;
        PatchPlan plan = Decide(target, first.FirstLength);
        if (plan.Kind == PatchKind.Suspended && JumpInFront(entry, target) is nint jumpInFront)
            return Prepare(jumpInFront, gate, original, out detail, memory);
        int jumpBehind = plan.Kind == PatchKind.Suspended ? JumpBehindFirst(entry, target, first.FirstLength) : 0;
        if (jumpBehind > 0)
            plan = new PatchPlan(PatchKind.Atomic, PatchPlan.JumpLength, 0);
        RelocatedCode? code = CodeRelocator.Relocate(s_bitness, entry, address, jumpBehind + plan.PatchedBytes, (ulong)trampoline, out detail,
            LongestForeignPatch);
        if (code is null)
            return null;
        if (code.Code.Length > TrampolineRoom)
        {
            detail = $"the moved instructions take {code.Code.Length} bytes";
            return null;
        }

        code.Code.CopyTo(new Span<byte>(trampoline, TrampolineRoom));
        WriteRelay(relay, gate);

        nint patched = target + jumpBehind;
        if (EncodePatch(plan, patched, (ulong)relay, out byte[]? paddingJump) is not { } patch)
        {
            detail = "the relay is out of reach";
            return null;
        }

        bool isBehindOthers = EntryJump.Decode(s_bitness, entry, address) is not null;
        return new PreparedHook(
            memory!, (nint)relay, new ReadOnlySpan<byte>(relay, RelayLength).ToArray(), patched, (nint)trampoline, (nint)original, plan,
            entry.Slice(jumpBehind, plan.PatchedBytes).ToArray(), patch, paddingJump, code.Moves, isBehindOthers);
    }

    /// <summary>Returns the bytes that lead from a function's entry to the relay; null if the relay is out of reach.</summary>
    /// <param name="plan">The kind of patch.</param>
    /// <param name="patched">The address of the first byte that is replaced.</param>
    /// <param name="relay">The relay's address.</param>
    /// <param name="paddingJump">The jump that goes into the padding; null if the patch itself jumps to the relay.</param>
    private static byte[]? EncodePatch(PatchPlan plan, nint patched, ulong relay, out byte[]? paddingJump)
    {
        paddingJump = null;
        byte[] patch = new byte[plan.PatchedBytes], jump = new byte[PatchPlan.JumpLength];
        if (!PatchPlan.TryEncodeJump(s_bitness, (ulong)(patched + plan.PaddingOffset), relay, jump))
            return null;
        if (plan.Kind == PatchKind.ThroughPadding)
        {
            paddingJump = jump;
            patch[0] = 0xEB;
            patch[1] = (byte)(plan.PaddingOffset - 2);
        }
        else
        {
            jump.CopyTo(patch, 0);
        }

        return patch;
    }

    /// <summary>
    /// Returns the offset of another engine's near jump behind a stub's first instruction (<c>mov r10, rcx</c>), or 0 if there is none that
    /// one store can replace.
    /// </summary>
    /// <remarks>
    /// That jump is replaced instead of the entry: a patch of the entry would cover bytes of the jump, which the engine restores when it
    /// removes its hook. The gate doesn't need r10, and the trampoline sets it again.
    /// </remarks>
    private static int JumpBehindFirst(ReadOnlySpan<byte> entry, nint target, int firstLength)
    {
        const byte nearJump = 0xE9;
        ReadOnlySpan<byte> first = [0x4C, 0x8B, 0xD1];
        return entry.StartsWith(first) && firstLength == first.Length && entry[firstLength] == nearJump
            && ((target + firstLength) & 7) + PatchPlan.JumpLength <= 8 ? firstLength : 0;
    }

    /// <summary>
    /// Returns the address of another engine's jump in padding that a short jump at the entry leads to (MinHook: EB F9), or null if there
    /// is none that one store can replace.
    /// </summary>
    /// <remarks>Such an engine leaves no padding free beside its jump, and its jump serves as well as the entry.</remarks>
    private static nint? JumpInFront(ReadOnlySpan<byte> entry, nint target)
    {
        const byte shortJump = 0xEB, nearJump = 0xE9;
        if (entry[0] != shortJump || EntryJump.Decode(s_bitness, entry, (ulong)target) is not { } jump)
            return null;
        var at = (nint)jump.Address;
        return *(byte*)at == nearJump && (at & 7) + PatchPlan.JumpLength <= 8 ? at : null;
    }

    private static PatchPlan Decide(nint target, int firstLength)
    {
        if (s_paddings.TryGetValue(target, out int kept) && firstLength >= 2)
            return new PatchPlan(PatchKind.ThroughPadding, 2, kept);
        const int window = 160;
        Span<byte> around = stackalloc byte[2 * window];
        new ReadOnlySpan<byte>((void*)(target - window), around.Length).CopyTo(around);
        foreach ((nint function, int offset) in s_planned)
        {
            // Two jumps can't share a byte: planned padding isn't free.
            nint from = function + offset - (target - window);
            for (nint at = Math.Max(0, from); function != target && at < Math.Min(around.Length, from + PatchPlan.JumpLength); at++)
                around[(int)at] = 0xE9;
        }

        PatchPlan plan = PatchPlan.Decide((ulong)target, firstLength, around, (ulong)target - window);
        s_planned.Remove(target);
        if (plan.Kind == PatchKind.ThroughPadding)
            s_planned.Add(target, plan.PaddingOffset);
        return plan;
    }

    /// <summary>
    /// Installs prepared hooks, whose blocks must be sealed. If entries can't be replaced in one store, the other threads are stopped once
    /// for all of these.
    /// </summary>
    /// <param name="hooks">The hooks, prepared and not installed yet.</param>
    /// <param name="details">Receives for each hook how it was installed, or why it wasn't.</param>
    /// <returns>For each the hook, or null if it wasn't installed.</returns>
    public InlineHook?[] Apply(IReadOnlyList<PreparedHook> hooks, out string[] details)
    {
        NtStatus[] statuses = new NtStatus[hooks.Count];
        details = new string[hooks.Count];
        List<int> suspended = [];
        for (int i = 0; i < hooks.Count; i++)
        {
            PreparedHook hook = hooks[i];
            if (PrepareEntry(hook) is { } cause)
            {
                statuses[i] = NtStatus.STATUS_CONFLICTING_ADDRESSES;
                details[i] = cause;
            }
            else if (hook.Plan.Kind == PatchKind.Suspended)
            {
                suspended.Add(i);
            }
            else if (!LiveCode.TryExchange(native, (byte*)hook.Target, hook.Expected, hook.Patch))
            {
                statuses[i] = NtStatus.STATUS_CONFLICTING_ADDRESSES;
            }
        }

        NtStatus[] written = SuspendedPatch.Write(native, [.. suspended.Select(i => hooks[i].ToReplacement())]);
        for (int i = 0; i < suspended.Count; i++)
            statuses[suspended[i]] = written[i];
        var applied = new InlineHook?[hooks.Count];
        for (int i = 0; i < hooks.Count; i++)
        {
            applied[i] = statuses[i].IsSuccess() ? new InlineHook(hooks[i], native) : null;
            details[i] ??= statuses[i].IsSuccess() ? Describe(hooks[i]) : SuspendedPatch.Explain(statuses[i]);
        }

        return applied;
    }

    /// <summary>
    /// Publishes the trampoline as the original, and writes the jump in the padding if there is one. Returns null, or why that isn't
    /// possible.
    /// </summary>
    private string? PrepareEntry(PreparedHook hook)
    {
        byte* padding = (byte*)hook.Target + hook.Plan.PaddingOffset;
        if (hook.PaddingJump is not null && !s_paddings.ContainsKey(hook.Target)
            && !PatchPlan.IsFiller(new ReadOnlySpan<byte>(padding - 1, 9), 1))
            return "the padding beside the function was taken while it was being hooked";
        // Must not precede the trampoline's code: a thread may be in a gate that was in use before.
        Volatile.Write(ref *(nint*)hook.OriginalSlot, hook.Trampoline);
        if (hook.PaddingJump is not byte[] jump)
            return null;
        // In one store if possible: a thread may still stand on a jump of an earlier hook.
        if (!LiveCode.TryExchange(native, padding, new ReadOnlySpan<byte>(padding, jump.Length).ToArray(), jump)
            && !LiveCode.TryWriteUnused(native, padding, jump))
            return "the padding beside the function can't be written";
        s_paddings[hook.Target] = hook.Plan.PaddingOffset;
        return null;
    }

    private static string Describe(PreparedHook hook)
    {
        string how = hook.Plan.Kind switch
        {
            PatchKind.Atomic => "jump",
            PatchKind.ThroughPadding => "short jump through padding",
            _ => "jump, threads stopped",
        };
        return hook.IsBehindOthers ? $"{how}; another program's hook was there and is called after this one" : how;
    }

    private static void WriteRelay(byte* relay, nint gate)
    {
        var bytes = new Span<byte>(relay, RelayLength);
        if (sizeof(nint) == 4)
            PatchPlan.TryEncodeJump(s_bitness, (ulong)relay, (ulong)gate, bytes);
        else
            CodeRelocator.EncodeJumpToAnywhere(bytes, (ulong)gate);
    }
}

/// <summary>A hook that is prepared but not installed.</summary>
internal sealed record PreparedHook(
    NearMemory Memory, nint Relay, byte[] RelayBytes, nint Target, nint Trampoline, nint OriginalSlot, PatchPlan Plan, byte[] Expected,
    byte[] Patch, byte[]? PaddingJump, IpMove[] Moves, bool IsBehindOthers)
{
    public CodeReplacement ToReplacement() => new(Target, Expected, Patch, Moves);
}

internal sealed class InlineHook(PreparedHook hook, NativeServices native)
{
    /// <summary>
    /// Restores the original bytes if the jump is still in place. Returns false if another program hooked over it; the gate then stays in
    /// the call path.
    /// </summary>
    /// <remarks>
    /// The trampoline stays mapped: a thread may be inside it. A thread can only stand on the first byte of the jump, so no thread needs to
    /// be moved, however the hook was installed.
    /// </remarks>
    public unsafe bool TryRemove() => IsWholeWay()
        && (LiveCode.TryExchange(native, (byte*)hook.Target, hook.Patch, hook.Expected)
            || SuspendedPatch.Write(native, [new CodeReplacement(hook.Target, hook.Patch, hook.Expected, [])])[0].IsSuccess());

    /// <summary>
    /// Determines whether another engine has restored the function's own bytes over this hook, because it had hooked the function before
    /// and saved them.
    /// </summary>
    /// <remarks>Nothing leads to the gate then. Returns false if the entry has a jump of any kind, which may lead to the gate.</remarks>
    /// <param name="function">The function's entry.</param>
    public unsafe bool IsOverwritten(nint function) =>
        EntryJump.Decode(sizeof(nint) * 8, new ReadOnlySpan<byte>((void*)function, CodeRelocator.EntryBytes), (ulong)function) is null;

    /// <summary>Determines whether the jump still leads straight to the gate.</summary>
    /// <remarks>
    /// An engine that follows the jumps at an entry (Detours) leaves this jump and replaces the jump in the padding or the relay: removing
    /// this jump would remove that engine's hook.
    /// </remarks>
    private unsafe bool IsWholeWay() =>
        (hook.PaddingJump is not { } jump
            || new ReadOnlySpan<byte>((byte*)hook.Target + hook.Plan.PaddingOffset, jump.Length).SequenceEqual(jump))
        && new ReadOnlySpan<byte>((byte*)hook.Relay, hook.RelayBytes.Length).SequenceEqual(hook.RelayBytes);
}
