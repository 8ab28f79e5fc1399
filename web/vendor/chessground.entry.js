// The board of the page; `make` gathers it into one file.
export { Chessground } from "@lichess-org/chessground";
