/* Line icons, 24 by 24. They never stand alone but for the arrows of the move list. */

const paths = {
  settings: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5",
  flag: "M5 21V4c5-2.5 9 2.5 14 0v10c-5 2.5-9-2.5-14 0",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v6M12 7.5v.1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1.1 1.2 1.1 2.2h5c0-1 .5-1.7 1.1-2.2A6 6 0 0 0 12 3Z",
  good: "M4 12.5l5 5L20 6.5",
  bad: "M12 4 3 20h18ZM12 10v4M12 17v.1",
  why: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM6 6l12 12",
  offline: "M4 4l16 16M8.5 15a5 5 0 0 1 4-1.5M5 11.5a10 10 0 0 1 4-2.3m4-.2a10 10 0 0 1 6 2.5M12 19v.1",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  engine: "M7 7h10v10H7zM10 3v4m4-4v4m-4 10v4m4-4v4M3 10h4m-4 4h4m10-4h4m-4 4h4",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2Zm0 0v14",
  menu: "M4 7h16M4 12h16M4 17h16",
  first: "M6 5v14M18 6l-8 6 8 6",
  previous: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  down: "M6 9l6 7 6-7",
  last: "M18 5v14M6 6l8 6-8 6",
  undo: "M9 7H4V2M4.5 7A8 8 0 1 1 4 14",
  flip: "M7 4v15M3.5 7.5 7 4l3.5 3.5M17 20V5m-3.5 11.5L17 20l3.5-3.5",
  turn: "M19 12a7 7 0 1 1-2-5M19 3v4.500h-4.500",
  end: "M4 5v14M8 12h12m-4-4 4 4-4 4",
  close: "M6 6l12 12M18 6 6 18",
  sound: "M4 9.5v5h3.500L12 18V6L7.500 9.500ZM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.500L12 18V6L7.500 9.500ZM16 9.500l5 5m0-5-5 5",
  redo: "M15 7h5V2M19.500 7A8 8 0 1 0 20 14",
  draw: "M5 9h14M5 15h14",
  keys: "M3 7h18v10H3zM7 10.500v.1m3.300-.1v.1m3.300-.1v.1m3.400-.1v.1M8 14h8",
  save: "M12 4v11m-4-4 4 4 4-4M5 20h14",
  plus: "M12 5v14M5 12h14",
  ring: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z",
  list: "M9 6h11M9 12h11M9 18h11M4.500 6v.1M4.500 12v.1M4.500 18v.1",
  now: "M7 7h10v10H7z",
  say: "M4 5h16v11h-9l-4 4v-4H4ZM8 9h8M8 12.500h5",
  edit: "M4 20h4L19.500 8.500l-4-4L4 16ZM13 7l4 4",
  eye: "M2.500 12c2.500-4.500 6-6.500 9.500-6.500s7 2 9.500 6.500c-2.500 4.500-6 6.500-9.500 6.500s-7-2-9.500-6.500ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.500 2",
  study: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.500 15.500 20 20",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 7.500 12 3.500l4 4M5 12v7h14v-7",
  again: "M20 11a8 8 0 0 0-14-4.500L4 9m0-5v5h5M4 13a8 8 0 0 0 14 4.500l2-2.500m0 5v-5h-5",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15ZM10 21.500h4",
  device: "M8 3h8v18H8zM11 18h2",
  key: "M14.500 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM11 12.500 4 19.500m3-3 2 2",
  people:
    "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM3 20c.5-4 3-5.500 6-5.500s5.500 1.500 6 5.500M16 5a3 3 0 0 1 0 6m2 4c1.700.8 2.700 2.400 3 5",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
