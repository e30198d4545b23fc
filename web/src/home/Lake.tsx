/* The view from the town: mountains, the hill of the mark, and its image in the lake. */
export function Lake() {
  return (
    <svg class="lake" viewBox="0 0 640 148" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <path class="lake-far" d="M0 104 60 74l38 14 74-60 52 40 40-22 78 54 60-40 70 34 58-46 52 38 58-20v66H0Z" />
      <path class="lake-near" d="M0 104l70-14 62 8 70-38 66 36 92-14 74-24 80 36 126-24v34Z" />
      <path class="lake-hill" d="M300 104 356 60l20 12 16-10 62 42Z" />
      <path class="lake-water" d="M0 104h640v2H0ZM314 110h128l-62 36Z" />
      <path class="lake-gleam" d="M330 121h96M352 132h52" />
      <path class="lake-wave" d="M20 118h180M470 118h150M60 130h90M520 130h70" />
    </svg>
  );
}
