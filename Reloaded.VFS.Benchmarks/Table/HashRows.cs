using System.IO.Hashing;
using System.Runtime.InteropServices;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Measurements of folding to upper case and hashing together.</summary>
internal static class HashRows
{
    public const string Ascii = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ";
    public const string Cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ";

    // Several texts, so that the branch predictor can't learn one by heart.
    private const int Texts = 16;

    public static IEnumerable<Row> Measure(Effort effort) =>
        new[] { 64, 128, 260 }.SelectMany(length => Measure($"ASCII, {length} characters", Ascii, length, Target.Ratio(1), effort))
            .Concat(Measure("Cyrillic, 128 characters", Cyrillic, 128, Target.Value(100), effort));

    /// <summary>Creates paths of a length, the same each time.</summary>
    public static char[][] CreateTexts(string letters, int length)
    {
        var random = new SeededRandom((ulong)length);
        return [.. Enumerable.Range(0, Texts)
            .Select(_ => Enumerable.Range(0, length).Select(i => i % 11 == 2 ? '\\' : random.Pick<char>(letters)).ToArray())];
    }

    /// <summary>Creates this project's side; the buffer must have room for each text.</summary>
    public static Contender CreateOurs(char[][] texts, char[] buffer) => new("PathHash.FoldAndHash", times =>
    {
        ulong sum = 0;
        for (int i = 0; i < times; i++)
        {
            foreach (char[] text in texts)
                sum += PathHash.FoldAndHash(text, buffer);
        }

        return (long)sum;
    }, texts.Length);

    private static IEnumerable<Row> Measure(string parameters, string letters, int length, Target target, Effort effort)
    {
        char[][] texts = CreateTexts(letters, length);
        char[] buffer = new char[length];
        Contender ours = CreateOurs(texts, buffer);
        var invariant = new Contender("ToUpperInvariant and XxHash3", times =>
        {
            ulong sum = 0;
            for (int i = 0; i < times; i++)
            {
                foreach (char[] text in texts)
                {
                    MemoryExtensions.ToUpperInvariant(text, buffer);
                    sum += XxHash3.HashToUInt64(MemoryMarshal.AsBytes(buffer.AsSpan()));
                }
            }

            return (long)sum;
        }, Texts);
        var marvin = new Contender("string.GetHashCode(OrdinalIgnoreCase)", times =>
        {
            long sum = 0;
            for (int i = 0; i < times; i++)
            {
                foreach (char[] text in texts)
                    sum += string.GetHashCode(text, StringComparison.OrdinalIgnoreCase);
            }

            return sum;
        }, Texts);
        Contender[] contenders = [ours, invariant, marvin];
        if (letters == Ascii)
        {
            // The fastest way in .NET if the text is known to be ASCII.
            contenders = [.. contenders, new Contender("Ascii.ToUpper and XxHash3", times =>
            {
                ulong sum = 0;
                for (int i = 0; i < times; i++)
                {
                    foreach (char[] text in texts)
                    {
                        System.Text.Ascii.ToUpper(text, buffer, out _);
                        sum += XxHash3.HashToUInt64(MemoryMarshal.AsBytes(buffer.AsSpan()));
                    }
                }

                return (long)sum;
            }, Texts)];
        }

        IReadOnlyList<Measured> measured = Comparison.Measure(effort, contenders);
        for (int i = 1; i < contenders.Length; i++)
            yield return Row.Of("fold and hash", parameters, "ns", measured[0], contenders[i].Name, measured[i], target);
    }
}
