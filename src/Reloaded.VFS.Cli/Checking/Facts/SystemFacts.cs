namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// What a doctor asks the system for, each kind behind an interface of its own,
/// so that tests can tell it what no test machine has. Immutable.
/// </summary>
internal sealed record SystemFacts
{
    /// <summary>This system.</summary>
    public static SystemFacts Real { get; } = new();

    /// <summary>The registry.</summary>
    public IRegistryFacts Registry { get; init; } = OperatingSystem.IsWindows() ? new WindowsRegistry() : new NoRegistry();

    /// <summary>Files and folders.</summary>
    public IFileFacts Files { get; init; } = new DiskFacts();

    /// <summary>Text for calls that end in A.</summary>
    public ITextFacts Text { get; init; } = new SystemCodePage();

    /// <summary>Environment variables.</summary>
    public Func<string, string?> Variable { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>The options of <c>SystemCodeIntegrityInformation</c>; null where the system doesn't say.</summary>
    public Func<uint?> CodeIntegrity { get; init; } = Cli.Checking.Facts.CodeIntegrity.Read;

    /// <summary>How a function of ntdll begins in this process; null where that isn't known.</summary>
    public Func<string, FunctionEntry?> Entry { get; init; } = FunctionEntry.Read;

    /// <summary>The machine type of the system itself (<c>IMAGE_FILE_MACHINE_*</c>); 0 where this isn't Windows.</summary>
    public Func<ushort> Machine { get; init; } = Cli.Game.NativeMachine.Get;
}
