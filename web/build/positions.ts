/* Positions in the middle of a game, each with the move that follows, for the pictures of the home page. They come from
   games of the engine. A game without one is shown at its start. */
interface Middle {
  position: string;
  moves: string[];
}

const middles: Record<string, Middle> = {
  delta: { position: "1:.wb.w/.b.ww/.b.../w.b../w..b.:w3b4:b", moves: ["c5-c3"] },
  "neo-delta": { position: "1:.b.ww./..b.../.w..bb/...b../.r..b./..w...:w5b3:b", moves: ["f4-d2:b2"] },
  kulami: { position: "1:ooRooooB/BBRoBoRR/RoooooBo/RoBooooB/ooBRRoBR/BoRooooo/RRRBBBoo/ooBoooRo:f2:M", moves: ["f4"] },
  delfino: { position: "1:1.0:.0.0/0122/.030/2.30/202./..0.:4.3,3.4:2,3:2:card0:0:-", moves: ["2.4>4.1"] },
  "circle-delta": {
    position: "1:w..r..w./......r./..w...../g......./...br..r/g.....b./g.g..bbw:b:second:3:3:0",
    moves: ["e4-b1"],
  },
};

export function middleOf(game: string): Middle {
  return middles[game] ?? { position: "", moves: [] };
}
