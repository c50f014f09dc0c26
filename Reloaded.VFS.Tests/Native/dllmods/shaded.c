// A game that draws through DXGI, as far as it concerns a proxy of dxgi.dll (shader.c).
__declspec(dllimport) long __stdcall CreateDXGIFactory(const void *id, void **factory);

int main(void)
{
    void *factory = 0;
    return CreateDXGIFactory(0, &factory) < 0 ? 0 : 1;
}
