"""Makes the first legal move, in every game."""

from nim_client import Bot


class FirstMoves(Bot):
    name = "First moves"
    version = "1.0"
    deterministic = True

    def choose(self, game):
        return game.legal_moves[0] if game.legal_moves else None


if __name__ == "__main__":
    FirstMoves.main()
