// Stands in for mono's DLL, with the functions by which a preloader runs an assembly. Running one prints the text in its file, and makes
// the file accesses of BepInEx: lists the plugins, reads and writes the settings, writes the log.
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MONO __declspec(dllexport)

static char *assembly, folder[MAX_PATH];
static int dummy;

MONO void *mono_jit_init_version(const char *name, const char *version) { return name && version ? &dummy : NULL; }
MONO void *mono_thread_current(void) { return &dummy; }
MONO void mono_thread_set_main(void *thread) { (void)thread; }
MONO void mono_domain_set_config(void *domain, char *base, char *file) { (void)domain, (void)base, (void)file; }
MONO char *mono_assembly_getrootdir(void) { return "Game_Data\\Managed"; }
MONO void mono_config_parse(const char *file) { (void)file; }
MONO void mono_set_assemblies_path(const char *path) { (void)path; }
MONO void *mono_jit_parse_options(int count, char **options) { return count && options ? &dummy : NULL; }
MONO void *mono_debug_init(int format) { return format ? &dummy : NULL; }
MONO int mono_debug_enabled(void) { return 0; }
MONO void *mono_assembly_load_from_full(void *image, const char *name, int *status, int reflected)
{
    (void)reflected;
    *status = image && name ? 0 : 1;
    return image;
}
MONO void *mono_method_desc_new(const char *name, int with_namespace) { return with_namespace ? (void *)name : NULL; }
MONO void mono_method_desc_free(void *description) { (void)description; }
MONO void *mono_method_desc_search_in_image(void *description, void *image) { return description ? image : NULL; }
MONO void *mono_method_signature(void *method) { return method; }
MONO unsigned mono_signature_get_param_count(void *signature) { return !signature; }
MONO void mono_free(void *memory) { free(memory); }

MONO void *mono_image_open_from_data_with_name(void *data, unsigned size, int copy, int *status, int reflected, const char *name)
{
    (void)copy, (void)reflected;
    assembly = calloc(1, size + 1);
    memcpy(assembly, data, size);
    // The folder BepInEx, two above the assembly.
    snprintf(folder, sizeof folder, "%s", name);
    for (int i = 0; i < 2 && strrchr(folder, '\\'); i++)
        *strrchr(folder, '\\') = 0;
    *status = 0;
    return assembly;
}

static void put(const char *name, const char *text)
{
    char path[2 * MAX_PATH];
    snprintf(path, sizeof path, "%s\\%s", folder, name);
    *strrchr(path, '\\') = 0;
    CreateDirectoryA(path, NULL);
    path[strlen(path)] = '\\';
    FILE *file = fopen(path, "a");
    printf("%s %s\n", name, file ? "written" : "not written");
    if (file)
    {
        fputs(text, file);
        fclose(file);
    }
}

static void show(const char *name)
{
    char path[2 * MAX_PATH], text[200] = "(none)";
    snprintf(path, sizeof path, "%s\\%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file)
    {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    for (char *at = text; *at; at++)
        *at = *at == '\n' ? '|' : *at;
    printf("%s: %s\n", name, text);
}

MONO void *mono_runtime_invoke(void *method, void *object, void **arguments, void **exception)
{
    (void)object, (void)arguments;
    char path[2 * MAX_PATH];
    WIN32_FIND_DATAA found;
    *exception = NULL;
    printf("running %s\n", (char *)method);
    snprintf(path, sizeof path, "%s\\plugins\\*.dll", folder);
    HANDLE find = FindFirstFileA(path, &found);
    while (find != INVALID_HANDLE_VALUE)
    {
        printf("plugin %s\n", found.cFileName);
        if (!FindNextFileA(find, &found))
        {
            FindClose(find);
            break;
        }
    }
    show("config\\BepInEx.cfg");
    show("config\\Plugin.cfg");
    put("config\\BepInEx.cfg", "logging=on\n");
    put("config\\Plugin.cfg", "seen=yes\n");
    put("LogOutput.log", "chainloader ready\n");
    put("cache\\types.dat", "types\n");
    return NULL;
}
