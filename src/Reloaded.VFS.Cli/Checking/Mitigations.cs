using System.Buffers.Binary;

namespace Reloaded.VFS.Cli.Checking;

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

    /// <summary>Control flow guard.</summary>
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

    /// <summary>Determines whether the policy is on.</summary>
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
