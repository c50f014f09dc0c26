namespace Reloaded.VFS.Tests.Programs.Interfaces;

/// <summary>A type as others see it.</summary>
/// <param name="Shape">What it is, of what it is derived, and what it implements.</param>
/// <param name="Members">A line for each member, in alphabetical order.</param>
internal sealed record DeclaredType(string Shape, IReadOnlyList<string> Members)
{
    /// <summary>How the line of a member begins that others have to implement.</summary>
    public const string Abstract = "abstract ";

    /// <summary>
    /// What of a stand-in isn't as in the real type. A stand-in may leave members out; one that declares any has all that others have to
    /// implement.
    /// </summary>
    public IEnumerable<string> DifferencesFrom(DeclaredType real)
    {
        if (Shape != real.Shape)
            yield return $"it is {Shape}, the real one {real.Shape}";
        foreach (string member in Members.Except(real.Members))
            yield return $"the real one has no {member}";
        if (Members.Count == 0)
            yield break;
        foreach (string member in real.Members.Except(Members).Where(m => m.StartsWith(Abstract, StringComparison.Ordinal)))
            yield return $"it lacks {member}";
    }
}
