/**
 * Returns a function that returns the free memory of the C library to the system, or null where the C library has no such function
 * (musl, macOS). One small block that is still in use prevents the library from returning the free memory below it, so that after many
 * uploads three quarters of the memory of the process is free but not returned. A call takes about 20 ms per 150 MB. ADR 0035.
 */
export async function createMallocTrim(): Promise<(() => void) | null> {
  try {
    const { default: koffi } = await import("koffi");
    const trim = koffi.load(null).func("int malloc_trim(size_t pad)") as (pad: number) => number;
    return () => void trim(0);
  } catch {
    return null;
  }
}
