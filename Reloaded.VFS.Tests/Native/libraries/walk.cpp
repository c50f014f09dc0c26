// Walks a folder with the C++ library, and prints what it says of each entry.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>
#include <windows.h>

namespace fs = std::filesystem;

static std::string utf8(const fs::path &path)
{
    auto text = path.generic_u8string();
    return std::string(text.begin(), text.end());
}

// What the library makes of names: in wrong case, with dots, of what is there, of what isn't.
static void resolve(const fs::path &root)
{
    for (const wchar_t *name : { L"Data/a.txt", L"DATA/A.TXT", L"ModFolder", L"MODFOLDER/Y.txt", L"ModFolder/./inner/../y.txt", L"ModFolder/many", L"ModFolder/missing",
             L"ModFolder/missing/deeper", L"Data/a.txt/below", L"nowhere/at/all", L"readme.txt", L"" })
    {
        fs::path path = root / name;
        std::error_code canonical_error, weak_error, size_error, time_error, equivalent_error, status_error;
        fs::path canonical = fs::canonical(path, canonical_error), weak = fs::weakly_canonical(path, weak_error);
        fs::file_status status = fs::status(path, status_error);
        bool folder = fs::is_directory(status);
        auto size = folder ? 0 : fs::file_size(path, size_error);
        auto written = fs::last_write_time(path, time_error);
        bool same = fs::equivalent(path, canonical, equivalent_error);
        printf("%s: canonical %s (%d) weakly %s (%d) type %d size %lld (%d) written %lld (%d) equivalent %d (%d)\n", utf8(name).c_str(), utf8(canonical).c_str(),
            canonical_error.value(), utf8(weak).c_str(), weak_error.value(), (int)status.type(), (long long)size, size_error.value(),
            folder ? 0 : (long long)written.time_since_epoch().count(), time_error.value(), same, equivalent_error.value());
    }
}

int wmain(int count, wchar_t **arguments)
{
    if (count != 2)
        return 2;
    std::error_code error;
    fs::path root = arguments[1];
    std::vector<std::string> lines;
    for (fs::recursive_directory_iterator entry(root, error), end; entry != end; entry.increment(error))
    {
        if (error)
            break;
        const fs::directory_entry &item = *entry;
        bool folder = item.is_directory(error);
        char numbers[100];
        long long written = folder ? 0 : (long long)fs::last_write_time(item.path(), error).time_since_epoch().count();
        snprintf(numbers, sizeof numbers, " depth=%d folder=%d size=%lld written=%lld exists=%d", entry.depth(), folder,
            folder ? 0 : (long long)item.file_size(error), written, fs::exists(item.path(), error));
        lines.push_back(utf8(fs::relative(item.path(), root, error)) + numbers);
    }
    for (const std::string &line : lines)
        printf("%s\n", line.c_str());
    printf("%s\n", error ? "ended with an error" : "ended");
    for (const wchar_t *name : { L"ModFolder/y.txt", L"Data/a.txt", L"ModFolder/inner/../y.txt", L"Data/missing" })
    {
        std::ifstream stream(root / name, std::ios::binary);
        std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
        printf("%s: %s equivalent=%d\n", utf8(name).c_str(), text.c_str(), fs::equivalent(root / name, root / L"modfolder" / L"Y.TXT", error));
    }
    resolve(root);
    return 0;
}
