namespace Reloaded.VFS.Testing;

/// <summary>What a test in real processes needs besides the means to run and compile Windows programs.</summary>
[Flags]
public enum Needs
{
    /// <summary>Windows or Wine, and a C compiler for Windows.</summary>
    WindowsPrograms = 0,

    /// <summary>What build/publish.sh leaves.</summary>
    Published = 1,

    /// <summary>What build/third-party.sh downloads.</summary>
    ThirdParty = 2,

    /// <summary>A browser that runs without a screen.</summary>
    Browser = 4,

    /// <summary>SQLite's source, which build/third-party.sh downloads.</summary>
    Sqlite = 16,

    /// <summary>The Windows SDK's headers and import libraries (<see cref="WindowsSdk"/>), clang and lld-link.</summary>
    WindowsSdk = 64,

    /// <summary>A disk on which names differ by letter case. Windows' own don't: there such a test is always skipped.</summary>
    CaseSensitiveDisk = 8,

    /// <summary>The right to mount a small volume (<see cref="SmallVolume"/>), on Linux. Elsewhere such a test is always skipped.</summary>
    SmallVolume = 32,

    /// <summary>A program that shows a folder through FUSE, and the right to mount it (<see cref="FuseMount"/>). On Linux alone.</summary>
    Fuse = 128,

    /// <summary>The right to mount a disk that lies in a file (<see cref="DiskImage"/>). On Linux alone.</summary>
    DiskImage = 256,
}
