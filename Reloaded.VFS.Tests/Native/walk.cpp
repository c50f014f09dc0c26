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
    return 0;
}
