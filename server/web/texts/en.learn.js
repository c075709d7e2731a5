// English: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "The course",
  "learn.nim": "Nim, step by step",
  "learn.progress": "{n} of {all} lessons won",
  "learn.done": "won",
  "learn.begin": "You begin.",
  "learn.waiting": "Your opponent is thinking…",
  "learn.turn": "Your opponent played: {move}. Your turn.",
  "learn.threw": "That gives the win away. Take it back and look again.",
  "learn.lost": "This time your opponent has won.",
  "learn.won": "You have won.",
  "learn.takeBack": "Take it back",
  "learn.next": "Next lesson",
  "learn.again": "From the beginning",
  "learn.end": "Play somebody",

  "lesson.free.title": "Free play",
  "lesson.free.text":
    "A small game against the bot, without a clock and, once this page has been opened here, without a network. It never misses a win: can you begin where you can win?",
  "lesson.free.done": "The bot never misses a win, so every move of yours was right.",
  "free.new": "A new game:",
  "free.misere": "Misère {game}",
  "free.second": "Let the bot begin",
  "free.first": "Begin yourself",

  "lesson.one.title": "One heap",
  "lesson.one.text":
    "Whoever makes the last move wins. With a single heap that is easy: how many stones do you take?",
  "lesson.one.done": "One heap is won by the player to move: take it all.",

  "lesson.equal.title": "Two equal heaps",
  "lesson.equal.text":
    "Two equal heaps, and your opponent begins. Whatever is taken from one heap: what would make the heaps equal again?",
  "lesson.equal.done":
    "Equal heaps are lost for the player to move: every move can be copied, so the last one is yours.",

  "lesson.unequal.title": "Two heaps",
  "lesson.unequal.text": "Now the heaps differ, and you begin. What would you like to leave?",
  "lesson.unequal.done": "Make the heaps equal, and then copy every move.",

  "lesson.pairs.title": "Three heaps",
  "lesson.pairs.text":
    "Heaps of 1, 2 and 3, and your opponent begins. Write each heap in binary, as in the drawing: every column has an even number of ones. Each move makes a column odd; your answer makes all even again.",
  "lesson.pairs.done":
    "It is copying once more, column by column: even columns are lost for the player to move.",

  "lesson.sum.title": "The nim-sum",
  "lesson.sum.text":
    "Heaps of 3, 4 and 5, and you begin. The drawing below the board shows which columns are odd. Only one move makes all of them even: which heap has a one in the highest odd column?",
  "lesson.sum.done": "You have found Bouton's theorem of 1901: leave a nim-sum of 0, always.",

  "lesson.large.title": "Larger numbers",
  "lesson.large.text":
    "Four heaps, and the same rule. Three different first moves win here. Take your time: find the highest odd column, choose a heap with a one in it, and turn that heap's digits over in all odd columns.",
  "lesson.large.done": "Nothing about Nim is hidden from you now, as long as the last move wins.",

  "lesson.ones.title": "When the last move loses",
  "lesson.ones.text":
    "In misère play, whoever makes the last move loses. Think about heaps of one: you want to leave an odd number of them.",
  "lesson.ones.done": "With only heaps of one, everything is reversed: leave an odd number.",

  "lesson.misere.title": "Misère Nim",
  "lesson.misere.text":
    "Heaps of 3, 4 and 5, and the last move loses. Play exactly as before: make all columns even. Only when your move would leave nothing but heaps of one, leave an odd number of them.",
  "lesson.misere.done":
    "That is all there is to it: as before, until only one heap has more than one stone, and then leave an odd number of ones.",

  "lesson.count.title": "Counting to 21",
  "lesson.count.text":
    "Players add 1, 2 or 3 in turn, and whoever says 21 loses. Your opponent begins. So you want to say 20, which is five times four: can you always complete your opponent's step to four?",
  "lesson.count.done":
    "Say multiples of four: one more than such a multiple is then left, and you have an answer to each step. It is the idea of copying again, in other words.",

  "lesson.wythoff.title": "Wythoff's game",
  "lesson.wythoff.text":
    "Heaps of 4 and 5, and you begin. Take any number from one heap, or the same number from both. Which small pair of heaps leaves your opponent no good move?",
  "lesson.wythoff.done":
    "Heaps of 1 and 2 are lost for whoever must move, and so are 3 and 5, or 4 and 7: the golden pairs.",

  "lesson.nimble.title": "Coins on a strip",
  "lesson.nimble.text":
    "Coins on squares 1, 2 and 6, and you begin: move one coin as far to the left as you like. A coin on square 6 can take one to six steps. What does that remind you of?",
  "lesson.nimble.done": "Each coin is a heap as large as the number of its square: this is Nim.",

  "lesson.heads.title": "Heads and tails",
  "lesson.heads.text":
    "Heads lie on places 2, 3 and 5, and you begin. Turn over one coin or two; the one on the right must go from heads to tails. Read each head as a heap as large as its place: what would you do in Nim?",
  "lesson.heads.done":
    "Turning the coin on place 5 and the one on place 1 is taking four from a heap of five. Two heads on one place would cancel each other, as equal heaps do: this is Nim again.",

  "lesson.staircase.title": "Down the stairs",
  "lesson.staircase.text":
    "Coins go down one step a move, and on the ground they stay. You begin. Think of the steps with odd numbers only: what would make them equal?",
  "lesson.staircase.done":
    "Only odd steps count. Coins that come down from an even step are sent on at once, as if they had never come.",

  "lesson.dollar.title": "Silver dollars",
  "lesson.dollar.text":
    "Coins may not pass each other. You begin. Look at the gaps: the one between the two coins on the right, and the one before the first coin.",
  "lesson.dollar.done": "Take the coins in pairs from the right: the gaps within the pairs are heaps of Nim.",

  "lesson.welter.title": "Welter's game",
  "lesson.welter.text":
    "Coins on squares 2 and 7, and you begin. A coin goes left to any free square, and may jump over the other. Cut the strip into pairs: 0 and 1, 2 and 3, 4 and 5, 6 and 7. What do you leave?",
  "lesson.welter.done":
    "Two coins on one pair of squares are lost for whoever must move: each move out of the pair has an answer that brings them together again.",

  "lesson.euclid.title": "Euclid's game",
  "lesson.euclid.text":
    "The numbers are 4 and 17, and you begin. Take 4 from 17, once or more. What can you leave so that your opponent has no choice, and you get the last move?",
  "lesson.euclid.done":
    "With a choice, you decide who will have the next one: leave two different numbers whose ratio is below the golden one, 1.618.",

  "lesson.pass.title": "One pass",
  "lesson.pass.text":
    "It is Nim, and one of you may pass, once. You begin with 1, 2 and 3: what is the nim-sum, and who would like not to move?",
  "lesson.pass.done":
    "Heaps with a nim-sum of 0 are bad for whoever must move, so pass, and your opponent must.",

  "lesson.points.title": "Take the neighbours",
  "lesson.points.text":
    "Five points in a row, and you begin. Whoever takes a point takes its neighbours too. Can you leave two halves that are alike?",
  "lesson.points.done": "Leave two equal parts that do not touch, and copy every move in the other one.",

  "lesson.tree.title": "Cut the branches",
  "lesson.tree.text":
    "A small tree and a stalk of two, and you begin. Cut one branch; whatever is no longer joined to the ground falls. Where branches meet, they are worth the nim-sum of their lengths, and the stalk below adds one. Make the tree worth as much as the stalk.",
  "lesson.tree.done":
    "A trunk with one branch left is a stalk of two: equal stalks, and you copy every move. Branches count by their nim-sum; this is called the colon principle.",

  "lesson.dominoes.title": "Dominoes",
  "lesson.dominoes.text":
    "Two rows of four, and your opponent begins. Imagine a point in the middle of the board: whatever they put down, turn the board half around in your mind.",
  "lesson.dominoes.done":
    "The turned place is always free, so you always have an answer: symmetry is a strategy.",

  "lesson.hundred.title": "The hundred",
  "lesson.hundred.text":
    "The total is 60, and you begin: add 1 to 10, and whoever reaches 100 wins. Count back from 100: which total leaves your opponent just short of it, whatever they add? And the one before?",
  "lesson.hundred.done":
    "89, 78 and 67: each is eleven less, and eleven can always be completed. This is counting to 21 with longer steps.",

  "lesson.left.title": "What is left over",
  "lesson.left.text":
    "Heaps of 5 and 7, and a move takes 1, 2 or 3 from one of them. You begin. Four can always be completed, so groups of four do not count: what is left over of each heap?",
  "lesson.left.done":
    "Only what is left over after groups of four counts, and that is Nim: leave equal remainders.",

  "lesson.nearly.title": "Nearly the same from both",
  "lesson.nearly.text":
    "Heaps of 3 and 6, and you begin. Take from one heap, or from both, where the two numbers may now differ by one. Heaps of 1 and 3 are lost for whoever must move: can you leave them, or the next such pair?",
  "lesson.nearly.done":
    "1 and 3, 2 and 6, 4 and 10: in Wythoff's game the differences of lost pairs grow by one, here by two.",

  "lesson.moore.title": "Two heaps at a time",
  "lesson.moore.text":
    "Heaps of 2, 3 and 4, and you begin. A move may take from one heap or from two, from each as much as you like. One heap was won by taking it, two by making them equal: and three?",
  "lesson.moore.done":
    "With moves in up to two heaps, three equal heaps are lost for whoever must move: whatever sticks out after their move, you level again. In binary, each column has a multiple of three ones.",

  "lesson.greedy.title": "Only from the largest",
  "lesson.greedy.text":
    "Heaps of 2, 4, 4 and 5, and you begin. Only a heap of the largest size may be touched. If there are two of the largest, your opponent must leave you one: how many largest heaps do you want to leave?",
  "lesson.greedy.done":
    "Count the largest heaps: an even number of them is lost for whoever must move. Nothing else matters.",

  "lesson.lasker.title": "Take or split",
  "lesson.lasker.text":
    "Heaps of 1, 2 and 3, and you begin. In Nim they would be lost. Here, instead of taking, you may split a heap in two: can you leave heaps that come in pairs?",
  "lesson.lasker.done":
    "1, 2, 1 and 2: every move can be copied, a split too. Where splitting is allowed, heaps of 3 and of 4 have changed their roles in the nim-sum.",

  "lesson.grundy.title": "Unequal halves",
  "lesson.grundy.text":
    "One heap of 8, and you begin. A move splits a heap in two parts of different sizes; whoever cannot split has lost. Heaps of 1 and 2 cannot be split. Which of the three splits leaves your opponent nothing good?",
  "lesson.grundy.done":
    "Heaps of 1, 2, 4 and 7 are lost for whoever must split them, and so are 1 and 7 together. Nobody knows a rule for all sizes.",

  "lesson.candy.title": "Win, and eat more",
  "lesson.candy.text":
    "Candies in heaps of 4, 5 and 6, and you begin. Whoever takes the last one wins, as in Nim; but everybody keeps what they took. Three moves keep the win: which of them brings the most candies?",
  "lesson.candy.done":
    "First the win, then the candies: among the moves that leave a nim-sum of 0, take the largest.",

  "lesson.building.title": "Build, then play",
  "lesson.building.text":
    "Two empty stacks and four blocks to place, one a move; then the stacks are played as Nim. Your opponent begins. What kind of stacks would you like your opponent to begin with?",
  "lesson.building.done":
    "Whatever they place, place the same beside it: the stacks are equal at the end, and in Nim you copy.",

  "lesson.fibonacci.title": "Twice as many",
  "lesson.fibonacci.text":
    "A heap of 11, and you begin. After the first move, which may not take all, a move takes at most twice what the last one took. Write 11 as Fibonacci numbers: 8 and 3. What happens if you take the smallest part?",
  "lesson.fibonacci.done":
    "Take the smallest part: the next one is more than twice as large, so your opponent cannot take it whole, and you can end it. A heap that is itself a Fibonacci number is lost.",

  "lesson.kayles.title": "Bowl down the middle",
  "lesson.kayles.text":
    "Seven pins in a row, and you begin. A ball fells one pin or two neighbours. Can you leave two rows that are alike?",
  "lesson.kayles.done":
    "The middle one leaves two equal rows, and every throw can be copied in the other. With an even row, fell the two in the middle.",

  "lesson.ring.title": "Across the ring",
  "lesson.ring.text":
    "Six beads in a ring, and your opponent begins, taking one or two neighbours. Look at the ring from its centre: what lies opposite?",
  "lesson.ring.done":
    "After the first move take what cuts the rest into two equal rows; from then on copy. In a whole ring the second player always can.",

  "lesson.stacks.title": "Opposite stacks",
  "lesson.stacks.text":
    "Four stacks in a circle: 3, 2, 1 and 4. You begin. A move takes from one stack, or from two neighbours. Which stacks are never taken from together?",
  "lesson.stacks.done":
    "Opposite stacks: make both pairs of them equal. No move touches two opposite ones, so each can be answered.",

  "lesson.grid.title": "The middle of the board",
  "lesson.grid.text":
    "Nine marbles in a square, and you begin: take one, or neighbours in one straight line. After which first move does every other move have a twin?",
  "lesson.grid.done":
    "Take the middle, alone or with its row: what remains lies in pairs around the centre, and you copy every move across it.",

  "lesson.chomp.title": "Chocolate",
  "lesson.chomp.text":
    "A square of chocolate, and you begin: whoever bites takes the square and everything below and to the right. The green square loses. Which bite leaves two arms of the same length?",
  "lesson.chomp.done":
    "Bite next to the green square on the diagonal: two equal arms are left, and what is bitten from one you bite from the other.",

  "lesson.crosses.title": "Crosses only",
  "lesson.crosses.text":
    "Both put crosses on one board, and whoever makes three in a line loses. You begin. Which square has no twin?",
  "lesson.crosses.done":
    "The middle: then answer each cross a knight's move away from it, and the line is left to your opponent.",

  "lesson.bridge.title": "Cut the bridge",
  "lesson.bridge.text":
    "Two points that are joined, each with two more, and you begin: take one point, or two that are joined. What do you leave if you take the bridge in the middle?",
  "lesson.bridge.done":
    "Four single points: an even number, and every move takes exactly one. Cutting a graph into parts that pair up is a strategy everywhere.",

  "lesson.above.title": "Everything above",
  "lesson.above.text":
    "Two chains of two beads, and one bead above both. You begin: a bead goes together with all above it. What makes the two sides alike?",
  "lesson.above.done": "Take the bead on top: two equal chains are left, which are equal heaps of Nim.",
};
