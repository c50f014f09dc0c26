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

} // namespace

// overlay.exe SOURCE TARGET: lays the folder SOURCE over the folder TARGET, both absolute, and reads through it.
int wmain(int argc, wchar_t **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: overlay.exe SOURCE TARGET (two folders, absolute)\n");
        return 1;
    }
    const std::wstring source = argv[1], target = argv[2], file = target + L"\\data\\a.txt";
    std::printf("%s\n", read(file).c_str());

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
    }
    std::printf("%s\n", read(file).c_str());
    return 0;
}
