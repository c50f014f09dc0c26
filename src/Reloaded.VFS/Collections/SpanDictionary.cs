using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Collections;

/// <summary>
/// A dictionary of names or paths, which are the same if Windows says so (<see cref="CaseFolding"/>), asked with a span. A key keeps the letter
/// case in which it was added. For the writers' side, in managed memory: not thread-safe while somebody writes, safe for many
/// readers otherwise.
/// </summary>
/// <typeparam name="TValue">What a key stands for.</typeparam>
public sealed class SpanDictionary<TValue> : IReadOnlyCollection<KeyValuePair<string, TValue>>
{
    private const int LeastCapacity = 4;

    // Places in _entries plus one, by the low bits of the hash; zero is empty.
    private int[] _buckets;
    private Entry[] _entries;

    // Entries used so far, removed ones included.
    private int _used;

    // Place of a removed entry plus one; the others follow by Next.
    private int _free;
    private int _version;

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> keys.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    public SpanDictionary(int capacity = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        capacity = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(capacity, LeastCapacity));
        _buckets = new int[capacity];
        _entries = new Entry[capacity];
    }

    /// <summary>How many keys there are.</summary>
    public int Count { get; private set; }

    /// <summary>The value of <paramref name="key"/>; setting it adds or replaces.</summary>
    /// <exception cref="KeyNotFoundException">Read, and there is no such key.</exception>
    public TValue this[ReadOnlySpan<char> key]
    {
        get => TryGetValue(key, out TValue? value) ? value : throw new KeyNotFoundException($"No key \"{key}\".");
        set
        {
            ulong hash = PathHash.HashFolded(key);
            int place = Find(key, hash);
            if (place < 0)
            {
                Insert(key.ToString(), hash, value);
                return;
            }
            _entries[place].Value = value;
            _version++;
        }
    }

    /// <summary>Adds a key, or returns false and changes nothing where it's there already.</summary>
    public bool TryAdd(ReadOnlySpan<char> key, TValue value)
    {
        ulong hash = PathHash.HashFolded(key);
        if (Find(key, hash) >= 0)
            return false;
        Insert(key.ToString(), hash, value);
        return true;
    }

    /// <summary>Whether the key is there.</summary>
    public bool ContainsKey(ReadOnlySpan<char> key) => Find(key, PathHash.HashFolded(key)) >= 0;

    /// <summary>Finds the value of a key.</summary>
    public bool TryGetValue(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value) => TryGetValue(key, out value, out _);

    /// <summary>Finds the value of a key, and the key as it was added.</summary>
    public bool TryGetValue(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value, [NotNullWhen(true)] out string? actualKey)
    {
        int place = Find(key, PathHash.HashFolded(key));
        if (place < 0)
        {
            value = default;
            actualKey = null;
            return false;
        }
        value = _entries[place].Value;
        actualKey = _entries[place].Key!;
        return true;
    }

    /// <summary>Removes a key; false where there is none.</summary>
    public bool Remove(ReadOnlySpan<char> key) => Remove(key, out _);

    /// <summary>Removes a key and gives back its value; false where there is none.</summary>
    public bool Remove(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value)
    {
        ulong hash = PathHash.HashFolded(key);
        int place = Find(key, hash);
        if (place < 0)
        {
            value = default;
            return false;
        }

        ref int link = ref _buckets[Bucket(hash)];
        while (link != place + 1)
            link = ref _entries[link - 1].Next;
        ref Entry entry = ref _entries[place];
        link = entry.Next;
        value = entry.Value;
        entry = new Entry { Next = _free };
        _free = place + 1;
        Count--;
        _version++;
        return true;
    }

    /// <summary>Removes all keys and keeps the room.</summary>
    public void Clear()
    {
        Array.Clear(_buckets);
        Array.Clear(_entries);
        _used = _free = Count = 0;
        _version++;
    }

    /// <summary>The keys and values, in no particular order. The dictionary must not change meanwhile.</summary>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<KeyValuePair<string, TValue>> IEnumerable<KeyValuePair<string, TValue>>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private int Bucket(ulong hash) => (int)hash & (_buckets.Length - 1);

    private int Find(ReadOnlySpan<char> key, ulong hash)
    {
        for (int link = _buckets[Bucket(hash)]; link != 0; link = _entries[link - 1].Next)
        {
            ref Entry entry = ref _entries[link - 1];
            if (entry.Hash == hash && CaseFolding.Equals(entry.Key, key))
                return link - 1;
        }
        return -1;
    }

    private void Insert(string key, ulong hash, TValue value)
    {
        int place = _free - 1;
        if (place >= 0)
        {
            _free = _entries[place].Next;
        }
        else
        {
            if (_used == _entries.Length)
                Grow();
            place = _used++;
        }
        ref int bucket = ref _buckets[Bucket(hash)];
        _entries[place] = new Entry { Key = key, Hash = hash, Value = value, Next = bucket };
        bucket = place + 1;
        Count++;
        _version++;
    }

    /// <summary>Called only while no entry is a removed one.</summary>
    private void Grow()
    {
        int capacity = checked(_entries.Length * 2);
        Array.Resize(ref _entries, capacity);
        _buckets = new int[capacity];
        for (int place = 0; place < _used; place++)
        {
            ref int bucket = ref _buckets[Bucket(_entries[place].Hash)];
            _entries[place].Next = bucket;
            bucket = place + 1;
        }
    }

    private struct Entry
    {
        // Null: removed.
        internal string? Key;
        internal ulong Hash;
        internal TValue Value;

        // Place of the next entry of the bucket plus one; zero at the end.
        internal int Next;
    }

    /// <summary>Walks the keys and values.</summary>
    public struct Enumerator : IEnumerator<KeyValuePair<string, TValue>>
    {
        private readonly SpanDictionary<TValue> _dictionary;
        private readonly int _version;
        private int _place;

        internal Enumerator(SpanDictionary<TValue> dictionary)
        {
            _dictionary = dictionary;
            _version = dictionary._version;
            _place = -1;
        }

        /// <inheritdoc/>
        public readonly KeyValuePair<string, TValue> Current => new(_dictionary._entries[_place].Key!, _dictionary._entries[_place].Value);

        readonly object IEnumerator.Current => Current;

        /// <inheritdoc/>
        /// <exception cref="InvalidOperationException">The dictionary has changed since the enumeration began.</exception>
        public bool MoveNext()
        {
            if (_version != _dictionary._version)
                throw new InvalidOperationException("The dictionary has changed since the enumeration began.");
            while (++_place < _dictionary._used)
            {
                if (_dictionary._entries[_place].Key is not null)
                    return true;
            }
            return false;
        }

        /// <inheritdoc/>
        public void Reset() => _place = -1;

        /// <inheritdoc/>
        public readonly void Dispose()
        {
        }
    }
}
