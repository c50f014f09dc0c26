using System.Globalization;
using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// The only definition of what may differ between a game folder with mods laid over it and a folder into which they were copied:
/// <list type="bullet">
/// <item>the folder's own path, which is another one (<c>&lt;ROOT&gt;</c>; without the drive <c>&lt;ROOT-ON-VOLUME&gt;</c>; without the
/// folder that a volume is mounted at <c>&lt;ROOT-ON-MOUNT&gt;</c>);</item>
/// <item>file ids: <c>id=</c>;</item>
/// <item>times of creation, of last access and of the last change of metadata: a copy has its own (<c>created=</c>, <c>accessed=</c>,
/// <c>changed=</c>), but each must be a time between 1990 and 2100;</item>
/// <item>the time of last change of a file that was written while the test ran (the last hour): <c>written=now</c>;</item>
/// <item>after a listing's error the I/O status block (<c>io=</c>, <c>information=</c>): Windows leaves it as it was, Wine 8 clears a part
/// of it;</item>
/// <item>of folders, the time of last change and the sizes: copying into a folder changes them (<c>written=</c>, <c>size=</c>,
/// <c>allocated=</c>);</item>
/// <item>in a listing, attributes of the record of the folder's parent (<c>name=..</c>) other than that it is a folder: it is that of one
/// of the real folders, and the parent may be seen from another one;</item>
/// <item>in a listing of the volume's root, folders that tests beside this one make and remove there: each is named by a GUID.</item>
/// </list>
/// Everything else must be the same, byte for byte.
/// </summary>
public static partial class LegitimateDifferences
{
    private static readonly long Earliest = new DateTime(1990, 1, 1, 0, 0, 0, DateTimeKind.Utc).ToFileTimeUtc();
    private static readonly long Latest = new DateTime(2100, 1, 1, 0, 0, 0, DateTimeKind.Utc).ToFileTimeUtc();

    /// <summary>
    /// Returns the probe's output without what may differ. <paramref name="root"/> is the game's folder as Windows programs name it.
    /// </summary>
    public static string Normalise(string output, string root)
    {
        output = output.Replace("\r\n", "\n", StringComparison.Ordinal);
        output = output.Replace(root, "<ROOT>", StringComparison.OrdinalIgnoreCase);
        output = output.Replace(root.Replace('\\', '/'), "<ROOT>", StringComparison.OrdinalIgnoreCase);
        output = output.Replace(root[2..], "<ROOT-ON-VOLUME>", StringComparison.OrdinalIgnoreCase);
        output = output.Replace(OwnPart(root), "<ROOT-ON-MOUNT>", StringComparison.OrdinalIgnoreCase);
        return string.Join('\n', output.Split('\n').Where(line => !FolderOfOtherTest().IsMatch(line)).Select(NormaliseLine));
    }

    // Returns the part of the path that belongs to this test alone: \rvfs-test-...\v\game.
    private static string OwnPart(string root)
    {
        int start = root.Length;
        for (int part = 0; part < 3 && start > 2; part++)
            start = root.LastIndexOf('\\', start - 1);
        return root[start..];
    }

    private static string NormaliseLine(string line)
    {
        line = StatusBlockOfError().Replace(line, "$1");
        line = FileId().Replace(line, "id=*");
        line = OwnTime().Replace(line, match => IsPlausible(match.Groups[2].Value) ? match.Groups[1].Value + "=*" : match.Value);
        Match attributes = Attributes().Match(line);
        if (attributes.Success && (int.Parse(attributes.Groups[1].Value, NumberStyles.HexNumber, CultureInfo.InvariantCulture) & 0x10) != 0)
        {
            line = WrittenTime().Replace(line, match => IsPlausible(match.Groups[1].Value) ? "written=*" : match.Value);
            line = FolderSize().Replace(line, "$1=*");
            if (ParentRecord().IsMatch(line))
                line = Attributes().Replace(line, "attributes=10");
        }

        return WrittenTime().Replace(line, match => IsRecent(match.Groups[1].Value) ? "written=now" : match.Value);
    }

    private static bool IsRecent(string time)
        => long.TryParse(time, CultureInfo.InvariantCulture, out long value)
            && Math.Abs(value - DateTime.UtcNow.ToFileTimeUtc()) < TimeSpan.TicksPerHour;

    private static bool IsPlausible(string time)
        => long.TryParse(time, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long value) && value > Earliest
            && value < Latest;

    [GeneratedRegex(@"^( status=c[0-9a-f]{7}) io=[0-9a-f]+ information=\d+")]
    private static partial Regex StatusBlockOfError();

    [GeneratedRegex(@"\bname=rvfs-test-[0-9a-f]{32}\s*$")]
    private static partial Regex FolderOfOtherTest();

    [GeneratedRegex(@"\bid=[0-9a-f]+")]
    private static partial Regex FileId();

    [GeneratedRegex(@"\b(created|accessed|changed)=(-?\d+)")]
    private static partial Regex OwnTime();

    [GeneratedRegex(@"\battributes=([0-9a-f]+)")]
    private static partial Regex Attributes();

    [GeneratedRegex(@"\bname=\.\.\s*$")]
    private static partial Regex ParentRecord();

    [GeneratedRegex(@"\bwritten=(-?\d+)")]
    private static partial Regex WrittenTime();

    [GeneratedRegex(@"\b(size|allocated)=-?\d+")]
    private static partial Regex FolderSize();
}
