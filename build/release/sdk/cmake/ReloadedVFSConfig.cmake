# Defines ReloadedVFS::ReloadedVFS (import library, header, DLL) and ReloadedVFS::Headers (the header alone, for GetProcAddress).
get_filename_component(_rvfs "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET ReloadedVFS::Headers)
  add_library(ReloadedVFS::Headers INTERFACE IMPORTED)
  set_target_properties(ReloadedVFS::Headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_rvfs}/include")

  add_library(ReloadedVFS::ReloadedVFS SHARED IMPORTED)
  set_target_properties(ReloadedVFS::ReloadedVFS PROPERTIES
    IMPORTED_LOCATION "${_rvfs}/bin/reloaded_vfs.dll"
    INTERFACE_INCLUDE_DIRECTORIES "${_rvfs}/include")
  if(MINGW)
    set_target_properties(ReloadedVFS::ReloadedVFS PROPERTIES IMPORTED_IMPLIB "${_rvfs}/lib/libreloaded_vfs.dll.a")
  else()
    set_target_properties(ReloadedVFS::ReloadedVFS PROPERTIES IMPORTED_IMPLIB "${_rvfs}/lib/reloaded_vfs.lib")
  endif()
endif()

unset(_rvfs)
