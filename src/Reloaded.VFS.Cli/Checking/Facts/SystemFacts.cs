namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// The queries of the system that the checks make, each kind behind its own interface, so that tests can simulate what no test machine has.
/// Immutable.
/// </summary>
internal sealed record SystemFacts
{
    /// <summary>Gets the queries of this system.</summary>
    public static SystemFacts Real { get; } = new();

    /// <summary>Gets the queries of the registry.</summary>
    public IRegistryFacts Registry { get; init; } = OperatingSystem.IsWindows() ? new WindowsRegistry() : new NoRegistry();

    /// <summary>Gets the queries of files and folders.</summary>
    public IFileFacts Files { get; init; } = new DiskFacts();

    /// <summary>Gets the queries of text for ANSI functions.</summary>
    public ITextFacts Text { get; init; } = new SystemCodePage();

    /// <summary>Gets the function that reads environment variables.</summary>
    public Func<string, string?> Variable { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>
    /// Gets the function that reads the options of <c>SystemCodeIntegrityInformation</c>, or null if the system doesn't tell.
    /// </summary>
    public Func<uint?> CodeIntegrity { get; init; } = Cli.Checking.Facts.CodeIntegrity.Read;

    /// <summary>Gets the function that reads the start of a function of ntdll in this process, or null if unknown.</summary>
    public Func<string, FunctionEntry?> Entry { get; init; } = FunctionEntry.Read;

    /// <summary>
    /// Gets the function that returns the machine type of the system (<c>IMAGE_FILE_MACHINE_*</c>), or 0 if this isn't Windows.
    /// </summary>
    public Func<ushort> Machine { get; init; } = Cli.Game.NativeMachine.Get;
}
