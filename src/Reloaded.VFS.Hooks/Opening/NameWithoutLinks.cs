using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>A relative name for a program that asks with <c>OBJ_DONT_REPARSE</c> that no link be passed.</summary>
/// <remarks>
/// The names of drives are links themselves (<c>\??\C:</c>), so Windows refuses every absolute name of that form; the program's own name
/// was relative to a folder's handle, or to a device. So the original gets a relative name, too: relative to the real folder behind the
/// program's handle. A link on the way from there is still refused.
/// </remarks>
internal static unsafe class NameWithoutLinks
{
    private const string DriveRoot = NtPath.Prefix + "C:";

    /// <summary>Makes a name in NT form relative.</summary>
    /// <remarks>
    /// An absolute name that the program gave itself stays: the system refuses it, with or without mods. If the folder doesn't exist, the
    /// name stays absolute, without the flag: the system then reports what is missing.
    /// </remarks>
    /// <param name="attributes">Complete attributes; the name's text may be overwritten.</param>
    /// <param name="called">The program's name; its buffers keep the folder's handle until the call ends.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Apply(OBJECT_ATTRIBUTES* attributes, in CalledName called)
    {
        ref readonly CapturedPath path = ref called.Path;
        if (path.RootPathId < 0 && !path.IsDeviceName)
            return;
        char* text = attributes->ObjectName->Buffer;
        int length = attributes->ObjectName->Length / sizeof(char);
        int own = Math.Max(0, path.Length - 1 - (path.RootPathId < 0 ? path.Span.IndexOf('\\') : path.RootLength));
        ReadOnlySpan<char> named = path.Span[(path.Length - own)..];
        int behind = path.StreamLength + (path.HasTrailingBackslash ? 1 : 0);
        int start = length - own - behind;
        var name = new ReadOnlySpan<char>(text, length);
        // If a mod's folder is laid over a deeper one, or its file has another name, only the last name is the program's.
        if (own > 0 && !(start > DriveRoot.Length && name[start - 1] == '\\' && CaseFolding.Equals(name.Slice(start, own), named)))
            start = name[..^behind].LastIndexOf('\\') + 1;
        int folder = own == 0 ? length : start <= DriveRoot.Length + 1 ? start : start - 1;
        attributes->Attributes &= ~ObjectAttributeFlags.OBJ_DONT_REPARSE;
        if (!RealFiles.TryOpenFolder(name[..folder], out nint handle))
            return;
        called.Buffers->Hold(handle);
        attributes->RootDirectory = handle;
        attributes->Attributes |= ObjectAttributeFlags.OBJ_DONT_REPARSE;
        attributes->ObjectName->Buffer = text + (own == 0 ? length : start);
        attributes->ObjectName->Length = attributes->ObjectName->MaximumLength = (ushort)((own == 0 ? 0 : length - start) * sizeof(char));
    }
}
