// Positions and moves as texts: the Forsyth-Edwards Notation, and squares and moves as the Universal Chess Interface writes them.

export const FILES = "abcdefgh";

export const squares = Array.from({ length: 64 }, (_, at) => `${FILES[at % 8]}${Math.floor(at / 8) + 1}`);

// The men of a FEN's first field: square → `wK`.
export function menOf(fen) {
  const men = new Map();
  const rows = fen.split(" ")[0].split("/");
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else men.set(`${FILES[file++]}${8 - index}`, (letter === letter.toUpperCase() ? "w" : "b") + letter.toUpperCase());
    }
  });
  return men;
}

// The squares of a move.
export const endsOf = (uci) => [uci.slice(0, 2), uci.slice(2, 4)];

export const turnOf = (fen) => (fen.split(" ")[1] === "b" ? "black" : "white");
