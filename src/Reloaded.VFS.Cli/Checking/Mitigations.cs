using System.Buffers.Binary;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>
/// One mitigation policy in the bits that processes are created with (<c>PROCESS_CREATION_MITIGATION_POLICY_*</c>, <c>winbase.h</c>):
/// four bits each.
/// </summary>
/// <param name="Name">Its short name.</param>
/// <param name="Word">Which of the 64-bit words it is in.</param>
/// <param name="Shift">Its lowest bit there.</param>
internal sealed record Mitigation(string Name, int Word, int Shift)
{
    /// <summary>Arbitrary code guard: no code may be made or changed.</summary>
    public static readonly Mitigation DynamicCode = new("ProhibitDynamicCode", 0, 36);

    /// <summary>Control flow guard.</summary>
    public static readonly Mitigation ControlFlowGuard = new("ControlFlowGuard", 0, 40);

    /// <summary>Code integrity guard: DLLs of Microsoft (and with 3 of the Store) only.</summary>
    public static readonly Mitigation Signatures = new("BlockNonMicrosoftBinaries", 0, 44);

    /// <summary>No DLLs from other machines.</summary>
    public static readonly Mitigation RemoteImages = new("ImageLoadNoRemote", 0, 52);

    /// <summary>Shadow stacks: a return goes where the call came from.</summary>
    public static readonly Mitigation ShadowStacks = new("CetUserShadowStacks", 1, 28);

    /// <summary>Only DLLs that say that they are made for shadow stacks.</summary>
    public static readonly Mitigation OnlyShadowStackBinaries = new("BlockNonCetBinaries", 1, 36);

    /// <summary>Those that matter to hooks or to loading a DLL, and those that a report names.</summary>
    public static readonly Mitigation[] All =
    [
        DynamicCode, Signatures, ControlFlowGuard, new("StrictControlFlowGuard", 1, 8), RemoteImages, new("ImageLoadNoLowLabel", 0, 56),
        new("ExtensionPointDisable", 0, 32),
        new("LoaderIntegrityContinuity", 1, 4), new("ModuleTamperingProtection", 1, 12), ShadowStacks,
        new("UserCetSetContextIpValidation", 1, 32), OnlyShadowStackBinaries,
    ];

    /// <summary>
    /// What the bits say of it: 0 leave it to others, 1 on, 2 off, 3 on in a form of its own. Bits that aren't there are 0.
    /// </summary>
    public int In(ReadOnlySpan<byte> options)
    {
        if (options.Length < (Word + 1) * 8)
            return 0;
        return (int)(BinaryPrimitives.ReadUInt64LittleEndian(options[(Word * 8)..]) >> Shift) & 3;
    }

    /// <summary>Whether the bits switch it on.</summary>
    public bool IsOn(ReadOnlySpan<byte> options) => In(options) is 1 or 3;

    /// <summary>
    /// The bits as the registry has them: <c>REG_BINARY</c> of 8, 16 or 24 bytes, or <c>REG_QWORD</c>. Empty for anything else.
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
