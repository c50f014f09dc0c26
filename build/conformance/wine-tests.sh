#!/usr/bin/env bash
# Compiles Wine's own tests (LGPL: downloaded, never committed), a program for each source file, by MinGW with Wine's headers.
#   build/conformance/wine-tests.sh CACHE DLL/TEST...     the programs are CACHE/wine/bin/DLL_TEST.exe; one that doesn't compile has its
#                                                         messages in DLL_TEST.log
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$1
shift
cd "$cache/wine"
source=$(echo wine-*/)
source=${source%/}
widl=$cache/tools/usr/bin/x86_64-w64-mingw32-widl
compiler=x86_64-w64-mingw32-gcc

# Wine's headers of COM interfaces are generated from their descriptions. A description needs the headers that it includes first, so the
# loop runs until no new header appears.
if [[ ! -f generated/.complete ]]; then
    mkdir -p generated
    before=-1 after=0
    while [[ $before != "$after" ]]; do
        before=$after
        for idl in "$source"/include/*.idl; do
            header=generated/$(basename "${idl%.idl}").h
            [[ -f $header ]] || "$widl" -h -H "$header" "-I$source/include" -Igenerated "$idl" >/dev/null 2>&1 || rm -f "$header"
        done
        after=$(find generated -name '*.h' | wc -l)
    done
    touch generated/.complete
fi

# The only edits: passed checks are counted by source line and printed at the end, so that a check that is no longer reached is noticed, and
# GetTempFileName returns the same names each time.
if [[ ! -f counted/wine/test.h ]]; then
    mkdir -p counted/wine
    sed -e 's|^#include <wine/debug.h>|&\n#include "temporary-names.h"|' \
        -e 's|^static LONG successes;.*|&\nstatic LONG passed_at[1 << 16];|' \
        -e 's|InterlockedIncrement(&successes);|& InterlockedIncrement(\&passed_at[get_tls_data()->current_line \& 0xffff]);|' \
        -e 's|^    status = failures + todo_failures;|    for (int line = 0; line < 1 << 16; line++)\
        if (passed_at[line]) printf("passed %s.c:%d %d\\n", test->name, line, (int)passed_at[line]);\n&|' \
        "$source/include/wine/test.h" >counted/wine/test.h.tmp
    [[ $(grep -c passed_at counted/wine/test.h.tmp) -ge 3 ]] || {
        echo "Wine's test.h isn't the one that is known here" >&2
        exit 1
    }
    mv counted/wine/test.h.tmp counted/wine/test.h
fi

system=$(dirname "$("$compiler" -print-libgcc-file-name)")/include
mkdir -p bin
status=0
for program in "$@"; do
    dll=${program%/*} test=${program#*/}
    out=bin/${dll}_$test
    [[ $out.exe -nt $here/temporary-names.h && $out.exe -nt $here/wine-tests.sh ]] && continue
    tests=$source/dlls/$dll/tests
    parts=$cache/wine/parts/$dll
    mkdir -p "$parts"
    for idl in "$tests"/*.idl; do
        [[ -f $idl ]] || continue
        "$widl" -h -H "$parts/$(basename "${idl%.idl}").h" "-I$source/include" -Igenerated "$idl" >/dev/null 2>&1 || true
    done
    # Loads the DLL, whether the test imports from it or loads it by name. The second name in the list makes a program without arguments
    # print its tests, as Wine's own do: otherwise a program that a test starts so would run the whole test again, and so on.
    cat >"$parts/$test.list.c" <<END
#define INITGUID
#include <windows.h>
#include <shlobj.h>
#include <commoncontrols.h>
#include <dispex.h>
#define STANDALONE
#include "wine/test.h"
extern void func_$test(void);
static void nothing(void) { }
const struct test winetest_testlist[] = { { "$test", func_$test }, { "nothing", nothing }, { 0, 0 } };
const char *__cdecl __wine_dbg_strdup(const char *text) { return _strdup(text); }
__attribute__((constructor)) static void load(void) { LoadLibraryA("$dll.dll"); }
END
    flags=(-O1 -w -fms-extensions -fgnu89-inline -fno-strict-aliasing -nostdinc -D__WINESRC__ -D_MSVCR_VER=0 -D_WIN32_WINNT=0x0a00
        -Icounted "-I$parts" "-I$tests" "-I$source/include/msvcrt" "-I$source/include" -Igenerated -isystem "$system" "-I$here")
    # Interface ids that a test defines itself are in the list too.
    libraries=(-Wl,--allow-multiple-definition -lntdll -luser32 -ladvapi32 -lole32 -loleaut32 -lshlwapi -luuid -lshell32 -lgdi32
        -lsetupapi -lcabinet -lmsi -lversion -llz32 -lmpr -lws2_32 -lsecur32 -ladvpack -lodbccp32)
    link() { "$compiler" "${flags[@]}" "$tests/$test.c" "$parts/$test.list.c" "$@" -o "$out.tmp" "${libraries[@]}" >"$out.log" 2>&1; }
    # A test may use functions of the DLL's other tests, from which missing functions are taken. Sources with a .spec are DLLs that a test
    # starts.
    if ! link && grep -q 'undefined reference' "$out.log"; then
        for other in "$tests"/*.c; do
            [[ -f ${other%.c}.spec || -f $parts/$(basename "${other%.c}").o ]] ||
                "$compiler" "${flags[@]}" -c "$other" -o "$parts/$(basename "${other%.c}").o" 2>/dev/null || true
        done
        rm -f "$parts/others.a"
        x86_64-w64-mingw32-ar rcs "$parts/others.a" "$parts"/*.o
        link "$parts/others.a" || true
    fi
    if [[ ! -f $out.tmp ]]; then
        echo "$program doesn't compile here: $(grep -m 1 -E 'error|undefined' "$out.log" | cut -c 1-160)"
        status=3
        continue
    fi
    mv "$out.tmp" "$out.exe"
done
exit $status
