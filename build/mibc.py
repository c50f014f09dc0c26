"""Writes a profile for the compiler ahead of time: a list of methods that it is to compile although no code that it sees calls them.

CoreCLR makes instances of generic methods that appear in no assembly: it enumerates an array as a list, creates a comparer for a type, calls a
generic virtual method. A list has the lines that CoreCLR's compiler prints of what it compiles at run time (DOTNET_JitDisasmSummary), as in

    System.SZArrayHelper:GetEnumerator[int]()

A profile (.mibc) is a .NET assembly without types: the body of its method AssemblyDictionary names groups, and that of a group's method names
methods, by tokens (ECMA-335, partition II). All overloads with as many parameters are taken, and a method that no assembly has is left out.
"""
import re
import struct

# Tables of metadata (II.22).
(MODULE, TYPE_REF, TYPE_DEF, FIELD, METHOD, PARAM, INTERFACE, MEMBER_REF, CONSTANT, ATTRIBUTE, MARSHAL, SECURITY, CLASS_LAYOUT, FIELD_LAYOUT,
 SIGNATURE, EVENT_MAP, EVENT, PROPERTY_MAP, PROPERTY, SEMANTICS, METHOD_IMPL, MODULE_REF, TYPE_SPEC, IMPL_MAP, RVA, ASSEMBLY, ASSEMBLY_REF, FILE,
 EXPORTED, RESOURCE, NESTED, GENERIC, METHOD_SPEC, CONSTRAINT) = (
     0, 1, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 23, 24, 25, 26, 27, 28, 29, 32, 35, 38, 39, 40, 41, 42, 43, 44)

# Coded indexes (II.24.2.6): the bits of the tag, the tables.
TYPE_OR_REF = (2, (TYPE_DEF, TYPE_REF, TYPE_SPEC))
HAS_CONSTANT = (2, (FIELD, PARAM, PROPERTY))
HAS_ATTRIBUTE = (5, (METHOD, FIELD, TYPE_REF, TYPE_DEF, PARAM, INTERFACE, MEMBER_REF, MODULE, SECURITY, PROPERTY, EVENT, SIGNATURE, MODULE_REF,
                     TYPE_SPEC, ASSEMBLY, ASSEMBLY_REF, FILE, EXPORTED, RESOURCE, GENERIC, CONSTRAINT, METHOD_SPEC))
HAS_MARSHAL = (1, (FIELD, PARAM))
HAS_SECURITY = (2, (TYPE_DEF, METHOD, ASSEMBLY))
MEMBER_PARENT = (3, (TYPE_DEF, TYPE_REF, MODULE_REF, METHOD, TYPE_SPEC))
HAS_SEMANTICS = (1, (EVENT, PROPERTY))
METHOD_OR_REF = (1, (METHOD, MEMBER_REF))
FORWARDED = (1, (FIELD, METHOD))
IMPLEMENTATION = (2, (FILE, ASSEMBLY_REF, EXPORTED))
ATTRIBUTE_TYPE = (3, (METHOD, MEMBER_REF))
SCOPE = (2, (MODULE, MODULE_REF, ASSEMBLY_REF, TYPE_REF))
TYPE_OR_METHOD = (1, (TYPE_DEF, METHOD))

# The columns of the tables that may stand before those that are read: a number of bytes, S(tring), G(uid), B(lob), a table or a coded index.
S, G, B = "S", "G", "B"
COLUMNS = {
    MODULE: (2, S, G, G, G), TYPE_REF: (SCOPE, S, S), TYPE_DEF: (4, S, S, TYPE_OR_REF, (0, (FIELD,)), (0, (METHOD,))),
    FIELD: (2, S, B), METHOD: (4, 2, 2, S, B, (0, (PARAM,))), PARAM: (2, 2, S), INTERFACE: ((0, (TYPE_DEF,)), TYPE_OR_REF),
    MEMBER_REF: (MEMBER_PARENT, S, B), CONSTANT: (2, HAS_CONSTANT, B), ATTRIBUTE: (HAS_ATTRIBUTE, ATTRIBUTE_TYPE, B),
    MARSHAL: (HAS_MARSHAL, B), SECURITY: (2, HAS_SECURITY, B), CLASS_LAYOUT: (2, 4, (0, (TYPE_DEF,))), FIELD_LAYOUT: (4, (0, (FIELD,))),
    SIGNATURE: (B,), EVENT_MAP: ((0, (TYPE_DEF,)), (0, (EVENT,))), EVENT: (2, S, TYPE_OR_REF),
    PROPERTY_MAP: ((0, (TYPE_DEF,)), (0, (PROPERTY,))), PROPERTY: (2, S, B), SEMANTICS: (2, (0, (METHOD,)), HAS_SEMANTICS),
    METHOD_IMPL: ((0, (TYPE_DEF,)), METHOD_OR_REF, METHOD_OR_REF), MODULE_REF: (S,), TYPE_SPEC: (B,),
    IMPL_MAP: (2, FORWARDED, S, (0, (MODULE_REF,))), RVA: (4, (0, (FIELD,))), ASSEMBLY: (4, 2, 2, 2, 2, 4, B, S, S),
    ASSEMBLY_REF: (2, 2, 2, 2, 4, B, S, S, B), FILE: (4, S, B), EXPORTED: (4, 4, S, S, IMPLEMENTATION), RESOURCE: (4, 4, S, IMPLEMENTATION),
    NESTED: ((0, (TYPE_DEF,)), (0, (TYPE_DEF,))), GENERIC: (2, 2, TYPE_OR_METHOD, S), METHOD_SPEC: (METHOD_OR_REF, B),
    CONSTRAINT: ((0, (GENERIC,)), TYPE_OR_REF),
}

# Elements of signatures (II.23.1.16), by the names that CoreCLR's compiler prints.
ELEMENTS = {"void": 1, "bool": 2, "char": 3, "byte": 4, "ubyte": 5, "short": 6, "ushort": 7, "int": 8, "uint": 9, "long": 10, "ulong": 11,
            "float": 12, "double": 13, "System.String": 14, "nint": 0x18, "nuint": 0x19, "System.Object": 0x1C}
POINTER, BY_REF, VALUE, CLASS, VARIABLE, ARRAY, INSTANCE, FUNCTION, VECTOR, METHOD_VARIABLE, REQUIRED, OPTIONAL, SENTINEL, PINNED = (
    0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x1B, 0x1D, 0x1E, 0x1F, 0x20, 0x41, 0x45)
GENERIC_METHOD = 0x10

# What stands for any class in the shared code of an instance.
CANON = "System.__Canon"
CANON_ASSEMBLY = "System.Private.Canon"


def compress(number):
    if number < 0x80:
        return bytes([number])
    return struct.pack(">H", number | 0x8000) if number < 0x4000 else struct.pack(">I", number | 0xC0000000)


def decompress(data, at):
    first = data[at]
    if first < 0x80:
        return first, at + 1
    if first < 0xC0:
        return struct.unpack_from(">H", data, at)[0] & 0x3FFF, at + 2
    return struct.unpack_from(">I", data, at)[0] & 0x1FFFFFFF, at + 4


class Assembly:
    """An assembly's types and methods, by their names."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.read_tables(self.find_metadata())
        nested = {row[0]: row[1] for row in self.rows(NESTED)}
        self.types = []
        for i, row in enumerate(self.rows(TYPE_DEF), 1):
            name = self.text(row[1])
            space = self.text(row[2])
            self.types.append((name, space, nested.get(i)))
        self.by_name = {self.name_of(i): i for i in range(1, len(self.types) + 1)}
        self.name = self.text(self.rows(ASSEMBLY)[0][7])
        extends = [row[3] for row in self.rows(TYPE_DEF)]
        self.values = {i for i, base in enumerate(extends, 1) if base and self.base_name(base) in ("System.ValueType", "System.Enum")}

    def base_name(self, coded):
        table, row = TYPE_OR_REF[1][coded & 3], coded >> 2
        if table == TYPE_DEF:
            return self.name_of(row)
        if table == TYPE_REF:
            _, name, space = self.rows(TYPE_REF)[row - 1]
            return self.text(space) + "." + self.text(name)
        return None

    def name_of(self, row):
        name, space, outer = self.types[row - 1]
        return self.name_of(outer) + "+" + name if outer else space + "." + name if space else name

    def find_metadata(self):
        data = self.data
        header = struct.unpack_from("<I", data, 0x3C)[0] + 4
        sections, = struct.unpack_from("<H", data, header + 2)
        optional = header + 20
        first = optional + struct.unpack_from("<H", data, header + 16)[0]
        directory = optional + (96 if struct.unpack_from("<H", data, optional)[0] == 0x10B else 112) + 14 * 8

        def offset(address):
            for i in range(sections):
                size, begin, raw_size, raw = struct.unpack_from("<IIII", data, first + 40 * i + 8)
                if begin <= address < begin + max(size, raw_size):
                    return address - begin + raw
            raise ValueError("an address outside of all sections")

        return offset(struct.unpack_from("<I", data, offset(struct.unpack_from("<I", data, directory)[0]) + 8)[0])

    def read_tables(self, metadata):
        data = self.data
        at = metadata + 16 + struct.unpack_from("<I", data, metadata + 12)[0]
        count, = struct.unpack_from("<H", data, at + 2)
        at += 4
        streams = {}
        for _ in range(count):
            offset, = struct.unpack_from("<I", data, at)
            end = data.index(b"\0", at + 8)
            streams[data[at + 8:end].decode()] = metadata + offset
            at = at + 8 + (end - at - 8) // 4 * 4 + 4
        self.strings, self.blobs = streams["#Strings"], streams["#Blob"]
        tables = streams["#~"]
        heaps, valid = data[tables + 6], struct.unpack_from("<Q", data, tables + 8)[0]
        at = tables + 24
        self.counts = {}
        for table in range(64):
            if valid >> table & 1:
                self.counts[table], = struct.unpack_from("<I", data, at)
                at += 4
        widths = {S: 4 if heaps & 1 else 2, G: 4 if heaps & 2 else 2, B: 4 if heaps & 4 else 2}

        def width(column):
            if isinstance(column, int):
                return column
            if isinstance(column, str):
                return widths[column]
            bits, targets = column
            return 4 if max(self.counts.get(table, 0) for table in targets) >= 1 << (16 - bits) else 2

        self.places = {}
        for table in sorted(self.counts):
            if table not in COLUMNS:
                break
            sizes = [width(column) for column in COLUMNS[table]]
            self.places[table] = at, "<" + "".join("HI"[size // 4] for size in sizes)
            at += sum(sizes) * self.counts[table]

    def rows(self, table):
        if table not in self.places:
            return []
        at, form = self.places[table]
        return list(struct.iter_unpack(form, self.data[at:at + struct.calcsize(form) * self.counts[table]]))

    def text(self, at):
        at += self.strings
        return self.data[at:self.data.index(b"\0", at)].decode()

    def blob(self, at):
        length, begin = decompress(self.data, self.blobs + at)
        return self.data[begin:begin + length]

    def methods(self, row):
        """Returns the names and signatures of a type's methods."""
        types, methods = self.rows(TYPE_DEF), self.rows(METHOD)
        end = types[row][5] if row < len(types) else len(methods) + 1
        return [(self.text(method[3]), self.blob(method[4])) for method in methods[types[row - 1][5] - 1:end - 1]]


class Profile:
    """A profile that is being made."""

    def __init__(self, assemblies):
        self.assemblies = assemblies
        self.tables = {table: [] for table in (TYPE_REF, MEMBER_REF, TYPE_SPEC, ASSEMBLY_REF, METHOD_SPEC)}
        self.heaps = {S: bytearray(b"\0"), B: bytearray(b"\0"), "US": bytearray(b"\0")}
        self.known = {}
        self.groups = {}

    def heap(self, heap, data):
        key = heap, data
        if key not in self.known:
            self.known[key] = len(self.heaps[heap])
            self.heaps[heap] += data
        return self.known[key]

    def text(self, text):
        return self.heap(S, text.encode() + b"\0") if text else 0

    def blob(self, data):
        return self.heap(B, compress(len(data)) + data)

    def row(self, table, *columns):
        """Returns the number of the row, which is added if it's new."""
        key = table, columns
        if key not in self.known:
            self.tables[table].append(columns)
            self.known[key] = len(self.tables[table])
        return self.known[key]

    def assembly_ref(self, name):
        return self.row(ASSEMBLY_REF, 0, 0, 0, 0, 0, 0, self.text(name), 0, 0)

    def type_of(self, assembly, row):
        """Returns the reference to an assembly's type."""
        name, space, outer = assembly.types[row - 1]
        scope = self.type_of(assembly, outer) << 2 | 3 if outer else self.assembly_ref(assembly.name) << 2 | 2
        return self.row(TYPE_REF, scope, self.text(name), self.text(space))

    def type_of_ref(self, assembly, row):
        """Returns the reference to what a reference of an assembly's leads to."""
        scope, name, space = assembly.rows(TYPE_REF)[row - 1]
        kind, number = SCOPE[1][scope & 3], scope >> 2
        if kind == TYPE_REF:
            scope = self.type_of_ref(assembly, number) << 2 | 3
        else:
            home = assembly.text(assembly.rows(ASSEMBLY_REF)[number - 1][6]) if kind == ASSEMBLY_REF else assembly.name
            scope = self.assembly_ref(home) << 2 | 2
        return self.row(TYPE_REF, scope, self.text(assembly.text(name)), self.text(assembly.text(space)))

    def translate_token(self, assembly, signature, at):
        coded, at = decompress(signature, at)
        table, row = TYPE_OR_REF[1][coded & 3], coded >> 2
        if table == TYPE_SPEC:
            raise ValueError("a token of a specification in a signature")
        return compress((self.type_of(assembly, row) if table == TYPE_DEF else self.type_of_ref(assembly, row)) << 2 | 1), at

    def translate_type(self, assembly, signature, at):
        """Returns a type of an assembly's signature with this profile's tokens, and the place behind it."""
        element = signature[at]
        result, at = bytes([element]), at + 1
        if element in (POINTER, BY_REF, VECTOR, SENTINEL, PINNED):
            more, at = self.translate_type(assembly, signature, at)
        elif element in (VALUE, CLASS):
            more, at = self.translate_token(assembly, signature, at)
        elif element in (REQUIRED, OPTIONAL):
            token, at = self.translate_token(assembly, signature, at)
            more, at = self.translate_type(assembly, signature, at)
            more = token + more
        elif element in (VARIABLE, METHOD_VARIABLE):
            number, at = decompress(signature, at)
            more = compress(number)
        elif element == INSTANCE:
            more, at = bytes([signature[at]]), at + 1
            token, at = self.translate_token(assembly, signature, at)
            count, at = decompress(signature, at)
            more += token + compress(count)
            for _ in range(count):
                argument, at = self.translate_type(assembly, signature, at)
                more += argument
        elif element == FUNCTION:
            more, at = self.translate_method(assembly, signature, at)
        elif element == ARRAY:
            more, at = self.translate_type(assembly, signature, at)
            rank, at = decompress(signature, at)
            more += compress(rank)
            for _ in range(2):
                count, at = decompress(signature, at)
                more += compress(count)
                for _ in range(count):
                    number, at = decompress(signature, at)
                    more += compress(number)
        else:
            more = b""
        return result + more, at

    def translate_method(self, assembly, signature, at=0):
        convention = signature[at]
        result, at = bytes([convention]), at + 1
        if convention & GENERIC_METHOD:
            arity, at = decompress(signature, at)
            result += compress(arity)
        count, at = decompress(signature, at)
        result += compress(count)
        for _ in range(count + 1):
            part, at = self.translate_type(assembly, signature, at)
            result += part
        return result, at

    def find(self, name):
        return [(assembly, assembly.by_name[name]) for assembly in self.assemblies if name in assembly.by_name]

    def encode(self, text):
        """Returns the signature of a type as CoreCLR's compiler prints it, or null if no assembly has the type."""
        if text.endswith("[]"):
            element = self.encode(text[:-2])
            return element and bytes([VECTOR]) + element
        name, arguments = split_arguments(text)
        if not arguments and name in ELEMENTS:
            return bytes([ELEMENTS[name]])
        if name == CANON:
            row = self.row(TYPE_REF, self.assembly_ref(CANON_ASSEMBLY) << 2 | 2, self.text("__Canon"), self.text("System"))
            return bytes([CLASS]) + compress(row << 2 | 1)
        found = self.find(name)
        if not found:
            return None
        assembly, row = found[0]
        return self.encode_found(assembly, row, arguments)

    def encode_found(self, assembly, row, arguments):
        result = bytes([VALUE if row in assembly.values else CLASS]) + compress(self.type_of(assembly, row) << 2 | 1)
        if not arguments:
            return result
        encoded = [self.encode(argument) for argument in arguments]
        return None if None in encoded else bytes([INSTANCE]) + result + compress(len(encoded)) + b"".join(encoded)

    def add(self, line):
        """Adds the methods that a line means; returns their number."""
        owner, method = re.fullmatch(r"(.+?[^:]):([^:].*)", line).groups()
        head, parameters = method[:-1].split("(", 1)
        name, method_arguments = split_arguments(head)
        type_name, type_arguments = split_arguments(owner)
        encoded = [self.encode(argument) for argument in method_arguments]
        added = 0
        for assembly, row in [] if None in encoded else self.find(type_name):
            parent = self.encode_found(assembly, row, type_arguments)
            if parent is None:
                continue
            for candidate, signature in assembly.methods(row):
                generic = signature[0] & GENERIC_METHOD
                arity, at = decompress(signature, 1) if generic else (0, 1)
                if candidate != name or arity != len(encoded) or decompress(signature, at)[0] != len(split_list(parameters)):
                    continue
                kind = self.row(TYPE_SPEC, self.blob(parent)) << 3 | 4 if type_arguments else self.type_of(assembly, row) << 3 | 1
                token = MEMBER_REF << 24 | self.row(
                    MEMBER_REF, kind, self.text(name), self.blob(self.translate_method(assembly, signature)[0]))
                if generic:
                    token = METHOD_SPEC << 24 | self.row(
                        METHOD_SPEC, (token & 0xFFFFFF) << 1 | 1, self.blob(b"\x0A" + compress(arity) + b"".join(encoded)))
                self.groups.setdefault(assembly.name, []).append(token)
                added += 1
        return added

    def user_string(self, text):
        data = text.encode("utf-16-le") + b"\0"
        return 0x70000000 | self.heap("US", compress(len(data)) + data)

    def write(self, path):
        names = sorted(self.groups)
        bodies = [b"".join(b"\x72" + struct.pack("<I", self.user_string(name)) + b"\xD0" + struct.pack("<I", METHOD << 24 | i) + b"\x26"
                           for i, name in enumerate(names, 2))]
        bodies += [b"".join(b"\xD0" + struct.pack("<I", token) + b"\x26" for token in self.groups[name]) for name in names]
        code, places = b"", []
        for body in bodies:
            code += b"\0" * (-len(code) % 4)
            places.append(len(code))
            code += struct.pack("<HHII", 0x3003, 8, len(body) + 1, 0) + body + b"\x2A"
        write_image(path, code, places, self)


def split_list(text):
    """Splits a list at its commas, and not at those in brackets."""
    parts, depth, begin = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "[<(") - (letter in "]>)")
        if letter == "," and depth == 0:
            parts.append(text[begin:i])
            begin = i + 1
    return parts + [text[begin:]] if text else []


def split_arguments(text):
    """Splits the arguments of an instance from its name."""
    begin = text.find("[")
    return (text[:begin], split_list(text[begin + 1:-1])) if begin > 0 and text.endswith("]") and text[begin + 1] != "]" else (text, [])


CODE_AT, HEADER_SIZE, SECTION = 72, 0x200, 0x2000


def write_image(path, code, places, profile):
    """Writes a portable executable with one section: the header of the runtime, code, metadata."""
    profile.row_names = [profile.text("AssemblyDictionary")] + [profile.text(f"Group{i}") for i in range(1, len(places))]
    signature, module, name = profile.blob(b"\0\0\x01"), profile.text("<Module>"), profile.text("profile")
    tables = {
        MODULE: [(0, profile.text("profile.dll"), 1, 0, 0)],
        TYPE_DEF: [(0, module, 0, 0, 1, 1)],
        METHOD: [(SECTION + CODE_AT + place, 0, 0x16, method, signature, 1) for place, method in zip(places, profile.row_names)],
        ASSEMBLY: [(0x8004, 0, 0, 0, 0, 0, 0, name, 0)],
        **profile.tables,
    }
    tables = {table: rows for table, rows in sorted(tables.items()) if rows}
    # All heaps by four bytes; a table's index has four if it needs them.
    stream = struct.pack("<IBBBBQQ", 0, 2, 0, 7, 1, sum(1 << table for table in tables), 0)
    stream += b"".join(struct.pack("<I", len(rows)) for rows in tables.values())

    def form(column):
        if isinstance(column, int):
            return "HI"[column // 4]
        if isinstance(column, str):
            return "I"
        bits, targets = column
        return "HI"[max(len(tables.get(table, ())) for table in targets) >= 1 << (16 - bits)]

    for table, rows in tables.items():
        layout = "<" + "".join(form(column) for column in COLUMNS[table])
        stream += b"".join(struct.pack(layout, *row) for row in rows)
    streams = {"#~": stream, "#Strings": profile.heaps[S], "#US": profile.heaps["US"], "#GUID": b"\x01" * 16, "#Blob": profile.heaps[B]}
    version = b"v4.0.30319\0\0"
    root = struct.pack("<IHHII", 0x424A5342, 1, 1, 0, len(version)) + version + struct.pack("<HH", 0, len(streams))
    names = {stream: stream.encode() + b"\0" * (4 - len(stream) % 4) for stream in streams}
    at = len(root) + sum(8 + len(padded) for padded in names.values())
    content = b""
    for stream, data in streams.items():
        data = bytes(data) + b"\0" * (-len(data) % 4)
        root += struct.pack("<II", at + len(content), len(data)) + names[stream]
        content += data
    metadata = root + content
    code += b"\0" * (-len(code) % 4)
    cor = struct.pack("<IHHIIII", 72, 2, 5, SECTION + CODE_AT + len(code), len(metadata), 1, 0) + b"\0" * 48
    section = cor + code + metadata
    raw = section + b"\0" * (-len(section) % 0x200)
    size = len(raw) + (-len(raw) % 0x2000)
    optional = struct.pack("<HBBIIIIII", 0x10B, 8, 0, len(raw), 0, 0, 0, SECTION, SECTION + size)
    optional += struct.pack("<IIIHHHHHHIIIIHHIIIIII", 0x400000, 0x2000, 0x200, 4, 0, 0, 0, 4, 0, 0, SECTION + size, HEADER_SIZE, 0, 3, 0x8540,
                            0x100000, 0x1000, 0x100000, 0x1000, 0, 16)
    optional += b"\0" * (14 * 8) + struct.pack("<II", SECTION, len(cor)) + b"\0" * 8
    header = b"MZ" + b"\0" * 58 + struct.pack("<I", 0x40) + b"PE\0\0"
    header += struct.pack("<HHIIIHH", 0x14C, 1, 0, 0, 0, len(optional), 0x2102) + optional
    header += struct.pack("<8sIIIIIIHHI", b".text", len(section), SECTION, len(raw), HEADER_SIZE, 0, 0, 0, 0, 0x60000020)
    with open(path, "wb") as file:
        file.write(header + b"\0" * (HEADER_SIZE - len(header)) + raw)


def write_profile(assemblies, lines, path):
    """Writes the profile; returns the lines that mean no method of the assemblies."""
    profile = Profile([Assembly(assembly) for assembly in assemblies])
    missing = [line for line in lines if not profile.add(line)]
    profile.write(path)
    return missing
