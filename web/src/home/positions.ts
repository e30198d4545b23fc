/* Positions in the middle of a game, for the pictures of the home page. A game without one is shown at its start. */
const played: Record<string, string> = {
  delta: "b2 c3 b2-b5 b3 b5-e5 b3-d1 b4-e4 c3-a3 d5-a5 a3-c5 a5-a1 c5-c3",
  "neo-delta": "d1 c2 d1-d4 d3-d1 d4-f6 d2-d4 e5-c5:d1 c2-f2 f6-d6 d4-f4 c5-a3 f2-b6 a3-c1:d5 f4-d2:b2",
  kulami: "h7 h5 h4 h8 c8 c4 c3 a3 a5 c5 c2 e2 e4 e7 g7 g4 d4 d2 b2 b7 c7 c1 g1 g6 a6 a7 a2 f2 f4",
  delfino:
    "1.1 4.4 r3 ne1 turn ne1 r4 w3 turn r3 se1 turn n1 r3 e2 turn r2 s1 turn r2 s1 turn r3 n2 turn r3 w1 turn nw1 " +
    "r3 w1 turn sw1 r3 turn s2 r2 turn nw1 r3 s1 turn ne1 r3 e2 turn r3 e2 turn r4 sw2 turn turn r2 nw2 r2 n1 turn " +
    "r4 se2 turn w1 r2 se2 r2 w1 turn r3 turn nw2 r4 turn",
  "circle-delta":
    "a10 c7 b3 b4 b8 c9 a7 c4 c9-c2 d2 a10-a2 b9 c7-c6 d2-d10 a2-a12 c10 a12-a9 a8 a9-a1 c8 b8-b5 a8-c7 a1-b1 c10-d1 " +
    "b5-d5 d10-c3 b1-b11 d1-c1 b11-b10 a12 b10-b2 c1-d9 c2-c1 d11 b2-d1 d9-a8 d1-d4 c3-a6 d5-d8 b9-d11 d8-d7 c11 " +
    "c4-c2 d11-c3 b3-b2 a12-d2 c6-d6 c4 d6-c6 a9 c1-b1 d11 b1-b6 d2-c1 a7-b7 c3-a12 d4-b3 c1-a8 c2-a1 c8-d3",
};

export function middleOf(game: string): string[] {
  return played[game]?.split(" ") ?? [];
}
