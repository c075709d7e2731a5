"""Makes the first legal move, in every game."""

from nim_client import Bot


class FirstMoves(Bot):
    name = "First moves"

    def choose(self, game):
        return game.legal_moves[0] if game.legal_moves else None


if __name__ == "__main__":
    FirstMoves.main()
