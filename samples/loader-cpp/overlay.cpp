// A loader in C++ that is linked with the DLL's import library; README.md explains how to build and run the program.
#include <cstdio>
#include <string>
#include "reloaded_vfs.h"

namespace {

std::string read(const std::wstring &path) {
    std::string text;
    if (FILE *file = _wfopen(path.c_str(), L"r")) {
        char line[100] = "";
        if (std::fgets(line, sizeof line, file))
            text = line;
        std::fclose(file);
    }
    return text.substr(0, text.find_first_of("\r\n"));
}

// A redirection that lasts as long as the object.
class Redirection {
  public:
    Redirection(const std::wstring &source, const std::wstring &target) {
        status_ = rvfs_add_folder(source.c_str(), target.c_str(), &handle_);
    }
    // Hides a path.
    explicit Redirection(const std::wstring &hidden) { status_ = rvfs_hide(hidden.c_str(), &handle_); }
    ~Redirection() {
        if (handle_)
            rvfs_remove(handle_);
    }
    Redirection(const Redirection &) = delete;
    Redirection &operator=(const Redirection &) = delete;
    rvfs_status status() const { return status_; }

  private:
    rvfs_handle handle_ = 0;
    rvfs_status status_;
};

bool failed(rvfs_status status) {
    if (status >= RVFS_OK)
        return false;
    wchar_t text[1024] = L"";
    rvfs_last_error(text, 1024);
    std::fprintf(stderr, "%d: %ls\n", static_cast<int>(status), text);
    return true;
}

// Runs on a thread of the DLL's own.
void RVFS_CALL print_message(uint32_t level, const wchar_t *text, void *) {
    std::fprintf(stderr, "message of level %u: %ls\n", static_cast<unsigned>(level), text);
}

// The names that the process sees in a folder, each with the folder or mod that has it.
std::wstring names_in(const std::wstring &folder) {
    std::wstring names;
    rvfs_enumerate(
        folder.c_str(),
        [](const rvfs_item *item, void *context) -> int32_t {
            const std::wstring path = item->path;
            auto &found = *static_cast<std::wstring *>(context);
            found += path.substr(path.find_last_of(L'\\') + 1) + L" of " + (item->mod ? item->mod : L"the game") + L"; ";
            return 0;
        },
        &names);
    return names;
}

} // namespace

// overlay.exe SOURCE TARGET: lays the folder SOURCE over the folder TARGET, both absolute, and reads through it.
int wmain(int argc, wchar_t **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: overlay.exe SOURCE TARGET (two folders, absolute)\n");
        return 1;
    }
    const std::wstring source = argv[1], target = argv[2], file = target + L"\\data\\a.txt";
    std::printf("%s\n", read(file).c_str());

    // Both come before the start. In place is the default: what the program writes stays where it is.
    if (failed(rvfs_set_log(RVFS_LOG_WARNING, print_message, nullptr)) || failed(rvfs_set_policy(RVFS_WRITES_IN_PLACE, nullptr)))
        return 1;
    const wchar_t *targets[] = {target.c_str()};
    rvfs_options options = {};
    options.size = sizeof options;
    options.targets = targets;
    options.target_count = 1;
    if (failed(rvfs_start(&options)))
        return 1;
    {
        Redirection redirection(source, target);
        if (failed(redirection.status()))
            return 1;
        std::printf("%s\n", read(file).c_str());
        // From here on, the process sees all that was changed on disk before.
        if (failed(rvfs_wait_ready(10000)))
            return 1;
        rvfs_statistics numbers = {};
        numbers.size = sizeof numbers;
        if (failed(rvfs_stats(&numbers)))
            return 1;
        std::printf("%ls%llu layer\n", names_in(target + L"\\data").c_str(), static_cast<unsigned long long>(numbers.layers));
        Redirection hidden(file);
        if (failed(hidden.status()))
            return 1;
        std::printf("'%s'\n", read(file).c_str());
    }
    std::printf("%s\n", read(file).c_str());
    return 0;
}
