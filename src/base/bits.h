/* Bit sets in 64-bit words, and macros for one build that is fast on new processors and still runs on old ones.

   A function marked ASC_TARGET_CLONES is compiled twice on x86-64: for any such processor, and for those with BMI2 and
   AVX2. The loader picks the version when the program starts. Inline functions that it calls are compiled along with
   it. Builds with sanitizers have only one version, because the loader would run instrumented code before the sanitizer
   is ready. Such a function must be static, because clang 14 does not find it from another file. Its name must be
   unique in the program, because clang 14 makes a global symbol of it. */
#ifndef ASC_BASE_BITS_H
#define ASC_BASE_BITS_H

#include <stdint.h>

#if defined(__x86_64__) && defined(__linux__) && !defined(ASC_ONE_VERSION)
#define ASC_TARGET_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define ASC_TARGET_CLONES
#endif

/* The same for functions that use only vectors that WebAssembly has too: four numbers, or two words with equal shifts.
 */
#ifdef __wasm__
#define ASC_TARGET_CLONES_SIMD __attribute__((target("simd128")))
#else
#define ASC_TARGET_CLONES_SIMD ASC_TARGET_CLONES
#endif

/* Functions marked ASC_INLINE must be inlined, so that they are compiled for each version of their caller. A build for
   size has only one version and leaves the choice to the compiler. */
#ifdef __OPTIMIZE_SIZE__
#define ASC_INLINE static inline
#else
#define ASC_INLINE static inline __attribute__((always_inline))
#endif

ASC_INLINE int asc_bits_count(uint64_t set) { return __builtin_popcountll(set); }
/* Returns the index of the lowest bit. The set must not be empty. */
ASC_INLINE int asc_bits_lowest(uint64_t set) { return __builtin_ctzll(set); }
/* Returns the set without its lowest bit. */
ASC_INLINE uint64_t asc_bits_clear_lowest(uint64_t set) { return set & (set - 1); }
ASC_INLINE uint64_t asc_bit(int index) { return (uint64_t)1 << index; }

#ifdef __x86_64__
__attribute__((target("bmi,bmi2"))) static inline int asc_bits_select_bmi2(uint64_t set, int k) {
  return __builtin_ctzll(__builtin_ia32_pdep_di(asc_bit(k), set));
}
#endif

/* Returns the index of the k-th lowest bit, where k counts from 0 and must be less than the number of bits. Depositing
   one bit takes a few cycles on Intel processors, and on AMD since Zen 3. Testing whether the processor has the
   instruction costs less than a cycle. Without it, the set is halved step by step. */
ASC_INLINE int asc_bits_select(uint64_t set, int k) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("bmi2")) return asc_bits_select_bmi2(set, k);
#endif
  int base = 0;
  for (int width = 32; width > 0; width /= 2) {
    int low = asc_bits_count(set & ((asc_bit(width)) - 1));
    int skip = k >= low;
    k -= skip ? low : 0;
    set >>= skip ? width : 0;
    base += skip ? width : 0;
  }
  return base;
}

#ifdef __x86_64__
__attribute__((target("bmi,bmi2"))) static inline uint64_t asc_bits_extract_bmi2(uint64_t set, uint64_t from) {
  return __builtin_ia32_pext_di(set, from);
}
__attribute__((target("bmi,bmi2"))) static inline uint64_t asc_bits_deposit_bmi2(uint64_t set, uint64_t onto) {
  return __builtin_ia32_pdep_di(set, onto);
}
#endif

/* Returns the bits of `set` that are in `from`, packed together: bit i of the result is the bit of `set` at the i-th
   lowest bit of `from`. */
ASC_INLINE uint64_t asc_bits_extract(uint64_t set, uint64_t from) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("bmi2")) return asc_bits_extract_bmi2(set, from);
#endif
  uint64_t gathered = 0;
  for (uint64_t left = set & from; left != 0; left = asc_bits_clear_lowest(left))
    gathered |= asc_bit(asc_bits_count(from & ((left & -left) - 1)));
  return gathered;
}

/* The inverse of asc_bits_extract: bit i of `set` goes to the i-th lowest bit of `onto`. */
ASC_INLINE uint64_t asc_bits_deposit(uint64_t set, uint64_t onto) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("bmi2")) return asc_bits_deposit_bmi2(set, onto);
#endif
  uint64_t spread = 0;
  for (; onto != 0; onto = asc_bits_clear_lowest(onto), set >>= 1)
    if (set & 1) spread |= onto & -onto;
  return spread;
}

#endif
