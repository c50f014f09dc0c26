namespace Reloaded.VFS.Testing;

/// <summary>The needs of a test in real processes besides the means to run and compile Windows programs.</summary>
[Flags]
public enum Needs
{
    /// <summary>Windows or Wine, and a C compiler for Windows.</summary>
    WindowsPrograms = 0,

    /// <summary>The files that build/publish.sh leaves.</summary>
    Published = 1,

    /// <summary>The programs that build/third-party.sh downloads.</summary>
    ThirdParty = 2,

    /// <summary>A browser that runs without a screen.</summary>
    Browser = 4,

    /// <summary>SQLite's source, which build/third-party.sh downloads.</summary>
    Sqlite = 16,

    /// <summary>The Windows SDK's headers and import libraries (<see cref="WindowsSdk"/>), clang and lld-link.</summary>
    WindowsSdk = 64,

    /// <summary>A disk on which names differ by letter case. Such a test is always skipped on Windows.</summary>
    CaseSensitiveDisk = 8,

    /// <summary>The right to mount a small volume (<see cref="SmallVolume"/>) on Linux. Such a test is always skipped elsewhere.</summary>
    SmallVolume = 32,

    /// <summary>
    /// A program that shows a folder through FUSE, and the right to mount the folder (<see cref="FuseMount"/>). On Linux only.
    /// </summary>
    Fuse = 128,

    /// <summary>The right to mount a disk in a file (<see cref="DiskImage"/>). On Linux only.</summary>
    DiskImage = 256,

    /// <summary>The published page of <c>rvfs ui</c>.</summary>
    Page = 512,

    /// <summary>
    /// A system that runs 32-bit programs, a C compiler for them, and the DLL for 32-bit games (build/publish.sh --bits 32). Such a test is
    /// skipped where Wine's 32-bit part isn't installed, or that DLL isn't published.
    /// </summary>
    Bits32 = 1024,
}
