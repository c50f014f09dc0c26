// A game that draws by DXGI, as far as a proxy of dxgi.dll (shader.c) is concerned.
__declspec(dllimport) long __stdcall CreateDXGIFactory(const void *id, void **factory);

int main(void)
{
    void *factory = 0;
    return CreateDXGIFactory(0, &factory) < 0 ? 0 : 1;
}
