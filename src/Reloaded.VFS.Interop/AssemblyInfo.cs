// Calls by function pointer pass a char as the two bytes that it is, not as a byte of some code page.
[assembly: System.Runtime.CompilerServices.DisableRuntimeMarshalling]
