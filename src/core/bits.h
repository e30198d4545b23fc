/* Bit sets in words, and one build that is fast on new processors and runs on old ones.

   A function marked ASC_FAST is compiled twice on x86-64: for any such machine, and for those with BMI2 and AVX2; the
   loader picks one. What it calls inline is compiled along with it. Sanitizers instrument code that the loader would
   run before they are ready, so their builds have one version only. Such a function is static, because
   clang 14 does not find it from another file, and has a name of its own, because clang 14 makes a global symbol of it.
 */
#ifndef ASC_CORE_BITS_H
#define ASC_CORE_BITS_H

#include <stdint.h>

#if defined(__x86_64__) && defined(__linux__) && !defined(ASC_ONE_VERSION)
#define ASC_FAST __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define ASC_FAST
#endif

/* The same for a function whose vectors WebAssembly has as well: four numbers, or two words that are shifted alike. */
#ifdef __wasm__
#define ASC_FAST_VECTORS __attribute__((target("simd128")))
#else
#define ASC_FAST_VECTORS ASC_FAST
#endif

/* Must be inlined so that it is compiled for the version that calls it; but not where size counts and there is one. */
#ifdef __OPTIMIZE_SIZE__
#define ASC_INLINE static inline
#else
#define ASC_INLINE static inline __attribute__((always_inline))
#endif

ASC_INLINE int asc_bits_count(uint64_t set) { return __builtin_popcountll(set); }
/* The set must not be empty. */
ASC_INLINE int asc_bits_lowest(uint64_t set) { return __builtin_ctzll(set); }
ASC_INLINE uint64_t asc_bits_drop(uint64_t set) { return set & (set - 1); }
ASC_INLINE uint64_t asc_bit(int index) { return (uint64_t)1 << index; }

#ifdef __x86_64__
__attribute__((target("bmi,bmi2"))) static inline int asc_bits_select_deposit(uint64_t set, int k) {
  return __builtin_ctzll(__builtin_ia32_pdep_di(asc_bit(k), set));
}
#endif

/* The k-th lowest bit of the set: k must be less than its count. Depositing one bit takes a few cycles on Intel's
   processors and on AMD's since Zen 3; the question whether there is the instruction costs less than one. Elsewhere the
   set is halved. */
ASC_INLINE int asc_bits_select(uint64_t set, int k) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("bmi2")) return asc_bits_select_deposit(set, k);
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
__attribute__((target("bmi,bmi2"))) static inline uint64_t asc_bits_gather_extract(uint64_t set, uint64_t from) {
  return __builtin_ia32_pext_di(set, from);
}
__attribute__((target("bmi,bmi2"))) static inline uint64_t asc_bits_spread_deposit(uint64_t set, uint64_t onto) {
  return __builtin_ia32_pdep_di(set, onto);
}
#endif

/* The bits of `set` that lie in `from`, moved together: bit i tells of the i-th lowest of `from`. */
ASC_INLINE uint64_t asc_bits_gather(uint64_t set, uint64_t from) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("bmi2")) return asc_bits_gather_extract(set, from);
#endif
  uint64_t gathered = 0;
  for (uint64_t left = set & from; left != 0; left = asc_bits_drop(left))
    gathered |= asc_bit(asc_bits_count(from & ((left & -left) - 1)));
  return gathered;
}

/* The way back: bit i of `set` goes to the i-th lowest of `onto`. */
ASC_INLINE uint64_t asc_bits_spread(uint64_t set, uint64_t onto) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("bmi2")) return asc_bits_spread_deposit(set, onto);
#endif
  uint64_t spread = 0;
  for (; onto != 0; onto = asc_bits_drop(onto), set >>= 1)
    if (set & 1) spread |= onto & -onto;
  return spread;
}

#endif
