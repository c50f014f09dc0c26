namespace Reloaded.VFS.Tests.Programs.Interfaces;

/// <summary>The public declaration of a type.</summary>
/// <param name="Shape">The kind of type, its base, and the interfaces that it implements.</param>
/// <param name="Members">A line for each member, in alphabetical order.</param>
internal sealed record DeclaredType(string Shape, IReadOnlyList<string> Members)
{
    /// <summary>The beginning of the line of a member that others must implement.</summary>
    public const string Abstract = "abstract ";

    /// <summary>
    /// Returns the differences between a stand-in and the real type. A stand-in may leave out members; one that declares any must declare
    /// all that others must implement.
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
