using System.Xml;

namespace Reloaded.VFS.Cli.Archives.Fomod;

/// <summary>An element of an installer's XML, with the line that it begins in. Names are compared ignoring case. Immutable.</summary>
internal sealed class FomodElement
{
    private const int Deepest = 100;

    private readonly Dictionary<string, string> _attributes = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<FomodElement> _children = [];
    private readonly StringBuilder _text = new();

    private FomodElement(string name, int line) => (Name, Line) = (name, line);

    public string Name { get; }

    public int Line { get; }

    public IReadOnlyList<FomodElement> Children => _children;

    /// <summary>Gets the text in the element, without the white space around it.</summary>
    public string Text => _text.ToString().Trim();

    /// <summary>Gets an attribute, or null if it isn't there.</summary>
    public string? this[string attribute] => _attributes.GetValueOrDefault(attribute);

    /// <summary>Returns the first element of a name in this one, or null.</summary>
    public FomodElement? Child(string name) => _children.Find(child => child.Is(name));

    public IEnumerable<FomodElement> All(string name) => _children.Where(child => child.Is(name));
    public bool Is(string name) => Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    /// <summary>Parses a document.</summary>
    /// <param name="content">The bytes, in UTF-8 or UTF-16, whatever the document itself says about that.</param>
    /// <exception cref="FomodException">It isn't XML, or has a document type.</exception>
    public static FomodElement Parse(ReadOnlySpan<byte> content)
    {
        // A declaration of the encoding, which may be wrong, must be at the beginning.
        string text = TextFile.Decode(content).TrimEnd('\0').TrimStart('\uFEFF');
        string begun = text.TrimStart();
        if (begun.Length == 0)
            throw new FomodException(1, "it is empty");
        int before = text.AsSpan(0, text.Length - begun.Length).Count('\n');
        try
        {
            // XmlReader.Create would bring schemas and their validation into the program, several megabytes of it.
            using var reader = new XmlTextReader(new StringReader(begun))
            {
                DtdProcessing = DtdProcessing.Prohibit,
                XmlResolver = null,
                WhitespaceHandling = WhitespaceHandling.None,
                // An entity of HTML's in a description, which XML doesn't know, costs nothing but a blank.
                EntityHandling = EntityHandling.ExpandCharEntities,
            };
            return Read(reader, before);
        }
        catch (XmlException e)
        {
            throw new FomodException(Math.Max(1, e.LineNumber) + before,
                $"it isn't valid XML, from character {Math.Max(1, e.LinePosition)} of the line on");
        }
    }

    private static FomodElement Read(XmlTextReader reader, int before)
    {
        var way = new Stack<FomodElement>();
        FomodElement? root = null;
        while (reader.Read())
        {
            if (reader.NodeType == XmlNodeType.Element)
            {
                var element = new FomodElement(reader.LocalName, reader.LineNumber + before);
                bool isEmpty = reader.IsEmptyElement;
                while (reader.MoveToNextAttribute())
                    element._attributes[reader.LocalName] = reader.Value;
                if (way.TryPeek(out FomodElement? parent))
                    parent._children.Add(element);
                root ??= element;
                if (way.Count > Deepest)
                    throw new FomodException(element.Line, "its elements are nested too deeply");
                if (!isEmpty)
                    way.Push(element);
            }
            else if (reader.NodeType is XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.EntityReference
                && way.TryPeek(out FomodElement? inside))
            {
                inside._text.Append(reader.NodeType == XmlNodeType.EntityReference ? " " : reader.Value);
            }
            else if (reader.NodeType == XmlNodeType.EndElement)
            {
                way.Pop();
            }
        }

        return root ?? throw new FomodException(1, "it is empty");
    }
}

/// <summary>The exception for an installer that can't be understood.</summary>
/// <param name="line">The line of the file, from 1.</param>
/// <param name="cause">The cause, without a full stop.</param>
internal sealed class FomodException(int line, string cause) : Exception(cause), IOwnText
{
    public string OwnText { get; } = cause;

    /// <summary>Gets the line of the file, from 1.</summary>
    public int Line => line;
}
