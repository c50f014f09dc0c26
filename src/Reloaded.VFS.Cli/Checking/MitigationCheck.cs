using System.Buffers.Binary;
using Reloaded.VFS.Cli.Checking.Facts;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>A check of the mitigation policies with which Windows starts a game ("Exploit protection").</summary>
/// <remarks>
/// They are set for the program's name or whole path in Image File Execution Options, and for all programs. Policies that a program enables
/// by itself are visible only in its own process.
/// </remarks>
internal static class MitigationCheck
{
    /// <summary>The registry key with the policies of single programs.</summary>
    public const string ProgramsKey = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion\Image File Execution Options";

    /// <summary>The registry key with the policies of all programs.</summary>
    public const string SystemKey = @"SYSTEM\CurrentControlSet\Control\Session Manager\kernel";

    /// <summary>The name of the value in both keys.</summary>
    public const string Value = "MitigationOptions";

    private const string Fix = "Windows Security, App & browser control, Exploit protection settings: switch it off for this game, or as "
        + "administrator in PowerShell: Set-ProcessMitigation -Name ";

    /// <summary>Runs the check.</summary>
    /// <param name="game">The game's program, an absolute path.</param>
    public static IEnumerable<Diagnostic> Run(SystemFacts facts, string game)
    {
        string name = Path.GetFileName(game);
        foreach ((byte[] options, string? of) in Of(facts, game))
        {
            string who = of is null ? "for every program" : $"for {of}";
            if (Mitigation.DynamicCode.IsOn(options))
                yield return Error(
                    $"Windows forbids dynamic code (arbitrary code guard) {who}: no hook can be installed, and the game runs without mods",
                    $"{Fix}{name} -Disable BlockDynamicCode");
            if (Mitigation.Signatures.IsOn(options))
                yield return Error(
                    $"Windows loads only DLLs that Microsoft has signed (code integrity guard) {who}: neither reloaded_vfs.dll "
                        + $"nor any DLL of a mod", $"{Fix}{name} -Disable MicrosoftSignedOnly,AllowStoreSigned");
            if (Mitigation.OnlyShadowStackBinaries.IsOn(options))
                yield return Error($"Windows loads only DLLs that support shadow stacks (CET) {who}: reloaded_vfs.dll doesn't",
                    $"{Fix}{name} -Disable UserShadowStack,UserShadowStackStrictMode,BlockNonCetBinaries");
            else if (Mitigation.ShadowStacks.In(options) == 3)
                yield return Diagnostic.Warning($"Windows enforces strict shadow stacks (CET) {who}; hooks are untested with them",
                    file: game,
                    fix: $"if the game ends by itself with mods: {Fix}{name} -Disable UserShadowStack,UserShadowStackStrictMode");
        }

        Diagnostic Error(string cause, string fix) => Diagnostic.Error(cause, file: game, fix: fix);
    }

    /// <summary>Returns the policies that apply to a game, each with its program, or null for those of all programs.</summary>
    public static IEnumerable<(byte[] Options, string? Of)> Of(SystemFacts facts, string game)
    {
        string name = Path.GetFileName(game), key = $@"{ProgramsKey}\{name}";
        byte[] system = Mitigation.Bytes(facts.Registry.Read(SystemKey, Value));
        if (system.Length > 0)
            yield return (system, null);
        byte[] named = Mitigation.Bytes(facts.Registry.Read(key, Value));
        if (named.Length > 0)
            yield return (named, name);
        // With a filter, each subkey applies to one path.
        foreach (string filter in facts.Registry.Read(key, "UseFilter") is 1 ? facts.Registry.SubKeys(key) : [])
        {
            byte[] filtered = Mitigation.Bytes(facts.Registry.Read($@"{key}\{filter}", Value));
            if (filtered.Length > 0
                && string.Equals(facts.Registry.Read($@"{key}\{filter}", "FilterFullPath") as string, game,
                    StringComparison.OrdinalIgnoreCase))
                yield return (filtered, game);
        }
    }
}

/// <summary>
/// A mitigation policy: four of the bits passed at the creation of a process (<c>PROCESS_CREATION_MITIGATION_POLICY_*</c>,
/// <c>winbase.h</c>).
/// </summary>
/// <param name="Name">The short name.</param>
/// <param name="Word">The index of the 64-bit word.</param>
/// <param name="Shift">The lowest bit in the word.</param>
internal sealed record Mitigation(string Name, int Word, int Shift)
{
    /// <summary>Arbitrary code guard: no code may be created or changed.</summary>
    public static readonly Mitigation DynamicCode = new("ProhibitDynamicCode", 0, 36);

    public static readonly Mitigation ControlFlowGuard = new("ControlFlowGuard", 0, 40);

    /// <summary>Code integrity guard: only DLLs of Microsoft (and with 3 of the Store).</summary>
    public static readonly Mitigation Signatures = new("BlockNonMicrosoftBinaries", 0, 44);

    /// <summary>No DLLs from other machines.</summary>
    public static readonly Mitigation RemoteImages = new("ImageLoadNoRemote", 0, 52);

    /// <summary>Shadow stacks: a return must lead to its call.</summary>
    public static readonly Mitigation ShadowStacks = new("CetUserShadowStacks", 1, 28);

    /// <summary>Only DLLs marked as compatible with shadow stacks.</summary>
    public static readonly Mitigation OnlyShadowStackBinaries = new("BlockNonCetBinaries", 1, 36);

    /// <summary>The policies that matter to hooks or to loading a DLL, and those that a report names.</summary>
    public static readonly Mitigation[] All =
    [
        DynamicCode, Signatures, ControlFlowGuard, new("StrictControlFlowGuard", 1, 8), RemoteImages, new("ImageLoadNoLowLabel", 0, 56),
        new("ExtensionPointDisable", 0, 32),
        new("LoaderIntegrityContinuity", 1, 4), new("ModuleTamperingProtection", 1, 12), ShadowStacks,
        new("UserCetSetContextIpValidation", 1, 32), OnlyShadowStackBinaries,
    ];

    /// <summary>Returns the policy's value: 0 default, 1 on, 2 off, 3 on in a special form. Missing bits are 0.</summary>
    public int In(ReadOnlySpan<byte> options)
    {
        if (options.Length < (Word + 1) * 8)
            return 0;
        return (int)(BinaryPrimitives.ReadUInt64LittleEndian(options[(Word * 8)..]) >> Shift) & 3;
    }

    public bool IsOn(ReadOnlySpan<byte> options) => In(options) is 1 or 3;

    /// <summary>
    /// Converts a registry value to bytes: <c>REG_BINARY</c> of 8, 16 or 24 bytes, or <c>REG_QWORD</c>. Returns an empty array for anything
    /// else.
    /// </summary>
    public static byte[] Bytes(object? value)
    {
        switch (value)
        {
            case byte[] bytes:
                return bytes;
            case long number:
                byte[] word = new byte[8];
                BinaryPrimitives.WriteInt64LittleEndian(word, number);
                return word;
            default:
                return [];
        }
    }
}
