using Reloaded.Universal.Redirector.Lib.Backports.System.Globalization;
using Reloaded.Universal.Redirector.Lib.Utility;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>Measurements of folding to upper case and hashing together, as both sides do for each look-up.</summary>
internal static class PeerHashRows
{
    public static IEnumerable<Row> Measure(Effort effort) =>
        new[] { 64, 128, 260 }.Select(length => Measure($"ASCII, {length} characters", HashRows.Ascii, length, Target.Ratio(1), effort))
            .Append(MeasureCyrillic(effort));

    private static Row MeasureCyrillic(Effort effort)
    {
        Target target = Target.Ratio(Math.Round(100 / 890.0, 2));
        return Measure("Cyrillic, 128 characters", HashRows.Cyrillic, 128, target, effort) with { ValueTarget = 100 };
    }

    private static Row Measure(string parameters, string letters, int length, Target target, Effort effort)
    {
        char[][] texts = HashRows.CreateTexts(letters, length);
        char[] buffer = new char[length], other = new char[length];
        foreach (char[] text in texts)
        {
            PathHash.FoldAndHash(text, buffer);
            TextInfo.ChangeCase<TextInfo.ToUpperConversion>(text, other);
            if (!buffer.AsSpan().SequenceEqual(other))
                throw new InvalidOperationException($"{new string(text)} is folded to {new string(buffer)} and to {new string(other)}.");
        }

        Contender ours = HashRows.CreateOurs(texts, buffer);
        var peer = new Contender(PeerRun.Name, times =>
        {
            nuint sum = 0;
            for (int i = 0; i < times; i++)
            {
                foreach (char[] text in texts)
                {
                    TextInfo.ChangeCase<TextInfo.ToUpperConversion>(text, buffer);
                    sum += Strings.GetNonRandomizedHashCode(buffer);
                }
            }

            return (long)sum;
        }, texts.Length);
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, peer);
        return Row.Of("fold and hash", parameters, "ns", measured[0], peer.Name, measured[1], target);
    }
}
