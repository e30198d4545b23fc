# The solver on a graphics card, for `ascona solve delta --all --gpu`. solve.cmake includes this file with
# -DASCONA_CUDA=ON; it needs NVIDIA's compiler. The kernels are C++ for that compiler, so they are built without
# ascona_flags.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "The cards to build for: 90 is the H100 and H200")
endif()
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(ascona_kernels STATIC src/solve/delta/cuda/kernels.cu)
target_sources(ascona_solve PRIVATE src/solve/delta/cuda/gpu.c)
target_compile_definitions(ascona_solve PRIVATE ASCONA_CUDA)
target_link_libraries(ascona_solve PRIVATE ascona_kernels CUDA::cudart_static)
# These targets were created before CUDA was enabled, so they have no default architecture.
set_target_properties(ascona ascona_solve PROPERTIES CUDA_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}")
