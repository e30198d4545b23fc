# `ascona solve delta --all --gpu`: the solver on a graphics card, with -DASCONA_CUDA=ON and NVIDIA's compiler. The
# kernels are C++ as that compiler reads it; the flags of everything else are not for it.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "The cards to build for: 90 is the H100 and H200")
endif()
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(ascona_kernels STATIC src/solve/delta/cuda/kernels.cu)
target_sources(ascona_solve PRIVATE src/solve/delta/cuda/card.c)
target_compile_definitions(ascona_solve PRIVATE ASCONA_CUDA)
target_link_libraries(ascona_solve PRIVATE ascona_kernels CUDA::cudart_static)
# These were there before the language was.
set_target_properties(ascona ascona_solve PROPERTIES CUDA_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}")
