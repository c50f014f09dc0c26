"""Places images for 32 bits in memory and in their files, so that Wine maps them as they are.

Wine reads a section into private memory if it isn't at a page of the file, and each page of an image that isn't at its base is written to. So
every image gets a base of its own, and its sections begin at pages. The image stays one that a system can place elsewhere. A signature isn't
kept.
"""
import struct

PAGE = 0x1000

# What a system's allocations, and so images, begin at.
ALLOCATION = 0x10000

# Offsets in the optional header (winnt.h), and of a directory's entry.
BASE_AT, ALIGNMENT_AT, SIZE_AT, HEADERS_AT, CHECKSUM_AT, DIRECTORIES_AT = 28, 36, 56, 60, 64, 96
IMPORTS, CERTIFICATES, RELOCATIONS, DEBUG = 1, 4, 5, 6
HIGHLOW = 3

# The size of an import's descriptor, and the place of its name.
DESCRIPTOR, NAME = 20, 12


class Image:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = bytearray(file.read())
        header = self.get(0x3C) + 4
        self.optional = header + 20
        count, = struct.unpack_from("<H", self.data, header + 2)
        first = self.optional + struct.unpack_from("<H", self.data, header + 16)[0]
        self.headers = range(first, first + count * 40, 40)

    def get(self, at):
        return struct.unpack_from("<I", self.data, at)[0]

    def set(self, at, value):
        struct.pack_into("<I", self.data, at, value)

    def directory(self, index):
        at = self.optional + DIRECTORIES_AT + index * 8
        return self.get(at), self.get(at + 4)

    def offset(self, address):
        for header in self.headers:
            begin, size, raw = self.get(header + 12), self.get(header + 16), self.get(header + 20)
            if begin <= address < begin + size:
                return address - begin + raw
        raise ValueError(f"no section has the address {address:x}")

    def place(self, base):
        """Gives the image its base; returns the next free one."""
        moved = base - self.get(self.optional + BASE_AT)
        self.set(self.optional + BASE_AT, base)
        address, left = self.directory(RELOCATIONS)
        while left > 0:
            at = self.offset(address)
            page, size = self.get(at), self.get(at + 4)
            for entry, in struct.iter_unpack("<H", self.data[at + 8:at + size]):
                if entry >> 12 == HIGHLOW:
                    place = self.offset(page + (entry & 0xFFF))
                    self.set(place, (self.get(place) + moved) & 0xFFFFFFFF)
                elif entry >> 12:
                    raise ValueError(f"a relocation of kind {entry >> 12}")
            address, left = address + size, left - size
        size = self.get(self.optional + SIZE_AT)
        return base + size + -size % ALLOCATION

    def detach(self, kept):
        """Has the loader load no imported DLL but those whose names begin like one of kept, in lower case.

        The descriptors of the others come behind the empty one, which is the end to a loader.
        """
        address, size = self.directory(IMPORTS)
        begin = self.offset(address)
        descriptors = [bytes(self.data[at:at + DESCRIPTOR]) for at in range(begin, begin + size, DESCRIPTOR)]
        places = [struct.unpack_from("<I", descriptor, NAME)[0] for descriptor in descriptors]
        if not all(places[:-1]) or places[-1]:
            raise ValueError("the imports don't end where their directory does")
        names = [bytes(self.data[at:self.data.index(0, at)]).decode().lower() for at in map(self.offset, places[:-1])]
        early = [descriptor for descriptor, name in zip(descriptors, names) if name.startswith(kept)]
        late = [descriptor for descriptor, name in zip(descriptors, names) if not name.startswith(kept)]
        self.data[begin:begin + size] = b"".join([*early, descriptors[-1], *late])

    def align(self):
        """Moves each section to a page of the file."""
        if self.get(self.optional + ALIGNMENT_AT) == PAGE:
            return
        if min(self.get(header + 12) for header in self.headers) < PAGE:
            raise ValueError("a section in the page of the headers")
        debug, size = self.directory(DEBUG)
        entries = [self.offset(debug) + i for i in range(0, size, 28)] if size else []
        for entry in entries:
            self.set(entry + 24, self.moved(self.get(entry + 24)))
        self.set(self.optional + DIRECTORIES_AT + CERTIFICATES * 8, 0)
        self.set(self.optional + DIRECTORIES_AT + CERTIFICATES * 8 + 4, 0)
        self.set(self.optional + ALIGNMENT_AT, PAGE)
        headers = self.data[:self.get(self.optional + HEADERS_AT)]
        parts, at = b"", PAGE
        for header in self.headers:
            size, raw = self.get(header + 16), self.get(header + 20)
            part = bytes(self.data[raw:raw + size])
            part += b"\0" * (-size % PAGE)
            struct.pack_into("<II", headers, header + 16, len(part), at if part else 0)
            parts, at = parts + part, at + len(part)
        struct.pack_into("<I", headers, self.optional + HEADERS_AT, PAGE)
        self.data = headers + b"\0" * (PAGE - len(headers)) + parts

    def moved(self, raw):
        """Returns the place in the file that a place will have when the sections are at pages; 0 for one outside of them."""
        at = PAGE
        for header in self.headers:
            size, begin = self.get(header + 16), self.get(header + 20)
            if begin <= raw < begin + size:
                return raw - begin + at
            at += size + -size % PAGE
        return 0

    def write(self, path):
        if self.get(self.optional + CHECKSUM_AT):
            self.set(self.optional + CHECKSUM_AT, 0)
            data = bytes(self.data) + b"\0" * (len(self.data) % 2)
            total = sum(word for word, in struct.iter_unpack("<H", data))
            while total >> 16:
                total = (total & 0xFFFF) + (total >> 16)
            self.set(self.optional + CHECKSUM_AT, total + len(self.data))
        with open(path, "wb") as file:
            file.write(self.data)
