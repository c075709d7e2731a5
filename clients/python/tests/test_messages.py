"""The types of messages are those of the server's schemas."""

import unittest

from generate_messages import WRITTEN, generate


class MessagesTest(unittest.TestCase):
    def test_the_types_follow_from_the_schemas(self):
        self.assertEqual(WRITTEN.read_text(), generate(), "run tests/generate_messages.py")

    def test_the_types_can_be_imported(self):
        from nim_client import messages

        self.assertEqual(messages.SeatedMessage.__name__, "SeatedMessage")
        self.assertIn("rated", messages.SeatedMessage.__annotations__)
        self.assertIn("cid", messages.MoveRequest.__annotations__)


if __name__ == "__main__":
    unittest.main()
