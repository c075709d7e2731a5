// English: looking at games, why positions are won or lost.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "step.label": "Go through the moves",
  "step.first": "To the start",
  "step.back": "One move back",
  "step.on": "One move on",
  "step.last": "To the end",
  "step.where": "{n} / {last}",
  "step.end": "end",

  "review.waiting": "Looking at the game…",
  "review.later":
    "The second game from this start is still running; this one can be reviewed when it is over.",
  "review.secret": "A rated game with this position is running: come back when it is over.",
  "review.none": "This game cannot be analysed now.",
  "review.mistake": "Next mistake",
  "review.firstMistake": "First mistake",
  "review.share": "Share the game",
  "review.copy": "Copy the notation",
  "review.pose": "As a puzzle",
  "review.analyse": "Analyse from here",
  "review.accuracy": "Accuracy",
  "review.what": "A decision is a position in which one move wins and another loses.",
  "review.wins": { one: "The winning move:", other: "{n} winning moves:" },
  "review.safe": { one: "The safe move:", other: "{n} safe moves:" },
  "review.answer.others": "After this move, {name} wins by: {move}",
  "review.answer.ofMine": "After your move, {name} wins by: {move}",
  "review.answer.byMe": "After this move, you win by: {move}",
  "review.more": "and {n} more",
  "review.someWin": "The winning moves were not listed.",

  "analysis.title": "Analysis",
  "analysis.variant": "Game",
  "analysis.preset": "Start",
  "analysis.notation": "Game in notation",
  "analysis.show": "Show",
  "analysis.first": "The first player",
  "analysis.second": "The second player",
  "analysis.player": "Player {n}",
  "analysis.moves": "What each move is worth",
  "analysis.star": "*n: what is left counts like a Nim heap of n.",
  "analysis.tooMany": "There are too many moves to analyse each.",
  "error.alone":
    "Without a network the page knows small positions only: choose one above, or write heaps such as “nim 3,5,7”.",
  "analysis.noMove": "There is no move.",
  "analysis.over": "The game is over: no move is left.",
  "analysis.playOn": "Play on from here",
  "analysis.asFirst": "Move first against the bot",
  "analysis.asSecond": "Let the bot begin",
  "analysis.share": "Share",
  "worth.wins": "wins",
  "worth.loses": "loses",
  "worth.unknown": "not proved",
  "worth.safe": "safe",
  "worth.unsafe": "not safe",

  "verdict.N": "{name} is to move and can force a win.",
  "verdict.N.mine": "You are to move and can force a win.",
  "verdict.P": "{name} is to move and loses against best play.",
  "verdict.P.mine": "You are to move and lose against best play.",
  "verdict.unknown": "Who wins here is not proved.",
  "verdict.survives": "{name} is to move and can be sure to survive.",
  "verdict.survives.mine": "You are to move and can be sure to survive.",
  "verdict.mayLose": "{name} is to move and cannot be sure to survive.",
  "verdict.mayLose.mine": "You are to move and cannot be sure to survive.",
  "verdict.over": "No move is left. Go back to see where the game was decided.",
  "verdict.overFlawless": "No move is left, and no win was thrown away.",
  "verdict.overNever": "No move is left. You never had the chance: no win was thrown away.",
  "source.formula": "Proved by a formula.",
  "source.table": "Proved by a table.",
  "source.search": "Proved by search.",
  "source.nonconstructive": "By an argument that names no move.",

  "mark.kept": "That kept the win.",
  "mark.threw": "That threw the win away.",
  "mark.safe": "Here every move wins.",
  "mark.lost": "Here every move loses.",
  "mark.unknown": "What that did is not proved.",
  "mark.kept.several": "That was safe.",
  "mark.threw.several": "That gave safety away.",
  "mark.safe.several": "Here every move is safe.",
  "mark.lost.several": "Here no move is safe.",
  "sign.kept": "kept the win",
  "sign.threw": "threw it away",
  "sign.safe": "every move won",
  "sign.lost": "every move lost",
  "sign.unknown": "not proved",
  "sign.kept.several": "was safe",
  "sign.threw.several": "gave safety away",
  "sign.safe.several": "every move was safe",
  "sign.lost.several": "no move was safe",

  "figure.label": "Drawing of the reason",
  "figure.digits": "The numbers in binary",
  "figure.mirror": "Equal numbers answer each other; what is crossed is taken first.",
  "figure.here": "On the board",
  "figure.golden": "Golden pair no. {number}",
  "figure.part": "Part",
  "figure.product": "Product",
  "figure.long": "Long",
  "figure.short": "Short",
  "figure.groups": "{left} in groups of {modulus}, {n} over",
  "why.numbers": "In numbers",

  "why.nothing": "No move is left: the player to move has lost.",
  "why.nothingMisere": "No move is left: the other player made the last move, and has lost.",
  "why.lastHeap": { one: "Take it: that is the last move.", other: "Take all {n}: that is the last move." },
  "why.onesOnly":
    "All that is left is worth 1 or nothing. As the last move loses, the player who leaves an odd number of ones wins.",
  "why.oneHeap": "One heap is left. As the last move loses, leave one stone of it.",
  "why.heaps.N":
    "The nim-sum of the heaps is {sum}, not 0: some column of binary digits has an odd number of ones. A winning move makes all columns even.",
  "why.heaps.P":
    "The nim-sum is 0: every column of binary digits has an even number of ones. Each move makes a column odd, and the answer makes all even again.",
  "why.heaps.misere.P":
    "The nim-sum is 0: every column of binary digits has an even number of ones. Each move makes a column odd, and the answer makes all even again, until it would leave only heaps of one: then it leaves an odd number of them.",
  "why.values.N":
    "The values of the parts have the nim-sum {sum}, not 0. A winning move makes all columns of binary digits even.",
  "why.values.P":
    "The values of the parts have the nim-sum 0: each move breaks that, and the answer restores it.",
  "why.values.misere.N":
    "The values of the parts have the nim-sum {sum}, not 0. A winning move leaves the nim-sum 0 or, in some positions, 1, as the last move loses.",
  "why.values.misere.P":
    "The values of the parts have the nim-sum 0: each move breaks that, and the answer restores it or, in some positions, leaves 1, as the last move loses.",
  "why.value.N": "The value is {sum}, not 0: some move leaves the value 0.",
  "why.value.P": "The value is 0: no move leaves the value 0.",
  "why.copy.N": "{move}: that leaves equal rows in pairs. Then copy every move in the partner row.",
  "why.copy.P": "The rows are equal in pairs: every move is copied in the partner row.",
  "why.ones": {
    one: "Only one heap of one is left. As the last move loses, the player who leaves an odd number of ones wins.",
    other:
      "Only heaps of one are left, {n} of them. As the last move loses, the player who leaves an odd number of ones wins.",
  },
  "why.oneLarger": {
    one: "One larger heap is left beside one of a single stone. As the last move loses: cut it to 0 or 1, so that an odd number of ones is left.",
    other:
      "One larger heap is left beside {n} of a single stone. As the last move loses: cut it to 0 or 1, so that an odd number of ones is left.",
  },
  "why.golden.N":
    "{a} and {b} are not a golden pair; the one with the same difference is {low} and {high}. A winning move leaves a golden pair.",
  "why.golden.P":
    "{low} and {high} are golden pair no. {number}: no move leads from one golden pair to another, and from everywhere else one does.",
  "why.tallest.N": {
    one: "One heap, of {size}, is the largest: facing an odd number of largest heaps wins, and one is odd.",
    other: "{n} heaps of {size} are the largest, an odd number: facing an odd number of largest heaps wins.",
  },
  "why.tallest.P":
    "{n} heaps of {size} are the largest, an even number: facing an even number of largest heaps loses.",
  "why.columns.N":
    "In at least one column of binary digits the number of ones is not a multiple of {modulus}. A winning move makes all of them multiples.",
  "why.columns.P":
    "In every column of binary digits the number of ones is a multiple of {modulus}. Each move breaks that, and the answer restores it.",
  "why.columnsOnes":
    "Only ones count here. As the last move loses, the player who leaves one more than a multiple of {modulus} wins.",
  "why.zeckendorf.N":
    "{heap} = {row}, a sum of Fibonacci numbers. Take {take}: the other player may then take at most {twice}, less than the next part, {next}.",
  "why.zeckendorf.all": "The limit of {limit} allows taking everything.",
  "why.zeckendorf.P":
    "{heap} = {row}, a sum of Fibonacci numbers. The smallest part, {part}, is beyond the limit of {limit}.",
  "why.zeckendorfMisere.N":
    "Without the last seed, which nobody wants, {heap} = {row}. Take {take}: the other player may then take at most {twice}, less than the next part, {next}.",
  "why.zeckendorfMisere.all": "Take {take}: only the last seed, which nobody wants, is left.",
  "why.zeckendorfMisere.P":
    "Without the last seed, which nobody wants, {heap} = {row}. The smallest part, {part}, is beyond the limit of {limit}.",
  "why.oddMine":
    "{total} blocks in all are an odd number, whose nim-sum is never 0. The player to move also takes the first block, and wins.",
  "why.oddOther": {
    one: "There is one block in all, so the nim-sum is never 0. The other player takes the first block, and wins.",
    other:
      "{n} blocks in all are an odd number, whose nim-sum is never 0. The other player takes the first block, and wins.",
  },
  "why.paired": "The stacks are equal in pairs: each block is answered with one on the partner.",
  "why.pairing": "A block on a stack of {size} makes all stacks equal in pairs.",
  "why.unmatchedMine":
    "The highest stack has a binary digit that no other can reach, so the nim-sum will not be 0. The player to move also takes the first block, and wins.",
  "why.unmatchedOther":
    "The highest stack has a binary digit that no other can reach, so the nim-sum will not be 0. The other player takes the first block, and wins.",
  "why.circle.all": "One move reaches all stacks: together they are a single heap.",
  "why.circle.equal": "The winner leaves all stacks equal.",
  "why.circle.opposite": "The winner leaves opposite stacks equal.",
  "why.circle.five2":
    "The winner leaves a highest stack M, followed around the circle by b, c, d, b, so that M + b = c + d.",
  "why.circle.five3": "The winner leaves an empty stack with x, a, b, x around it, so that x = a + b.",
  "why.circle.six3": "The winner leaves every two neighbours with as many together as the two opposite them.",
  "why.circle.six4":
    "The winner leaves every two neighbours with as many together as the two opposite them, and a lowest stack whose nim-sum with every second stack is 0.",
  "why.reached": "The target has been said.",
  "why.survives": "{left} are left. Some step is safe whatever the others do.",
  "why.mayLose": {
    one: "One is left: the player to move has to say the target.",
    other: "{n} are left. Whatever is said now, all others together can make this player say the target.",
  },
  "why.remainder.N":
    "{left} are left. Leave {wanted} more than a multiple of {modulus}: then each step is answered by what makes it {modulus}.",
  "why.remainder.P": {
    one: "One is left: the next step is the last, and loses.",
    other:
      "{n} are left, {wanted} more than a multiple of {modulus}: each step is answered by what makes it {modulus}.",
  },
  "why.multiple.N": {
    one: "One is left: the next step is the last, and wins.",
    other:
      "{n} are left. Leave a multiple of {modulus}: then each step is answered by what makes it {modulus}.",
  },
  "why.multiple.P":
    "{left} are left, a multiple of {modulus}: each step is answered by what makes it {modulus}.",
  "why.tame":
    "The parts have the values {values}, with the nim-sum {sum}. As the last move loses, the player who has to move with a nim-sum of {lost} loses here.",
  "why.quotient.N":
    "Each part counts as a letter, and letters multiply by fixed rules (the misère quotient). Some products lose for the player to move: {product} is not one of them.",
  "why.quotient.P":
    "Each part counts as a letter, and letters multiply by fixed rules (the misère quotient). Some products lose for the player to move: {product} is one of them.",
  "why.mirror.N":
    "One move makes the position its own mirror image; after it, answer every move with the one opposite.",
  "why.mirror.P": "Every move can be answered with its mirror image.",
  "why.mirror.circle":
    "The circle is full and cannot be taken at once: the other player takes the middle of the remaining row, and then mirrors every move.",
  "why.mirror.square":
    "The bar is square: leave only the first row and the first column, and then mirror every bite.",
  "why.twoRows":
    "With two rows the player to move loses when the second is shorter by one; here they have {long} and {short}.",
  "why.arms":
    "Only two arms are left beside the green square, of {long} and {short}: with equal arms the player to move loses.",
  "why.lastMove": "One move takes all, and wins.",
  "why.stolenBar":
    "The bar is a whole rectangle: if biting off the last square does not win, the answer to it does, and it could have been the first bite. So there is a winning move, though this does not say which.",
  "why.stolen":
    "One bead lies above all others: if removing it does not win, the answer to that does, and it could have been the first move. So there is a winning move, though this does not say which.",
  "why.searched.N": {
    one: "A winning move was found by search; one position was looked at.",
    other: "A winning move was found by search; {n} positions were looked at.",
  },
  "why.searched.P": {
    one: "Every move loses: one position was looked at.",
    other: "Every move loses: {n} positions were looked at.",
  },
  "why.known.N": "A winning move was found by search.",
  "why.known.P": "Search shows that every move loses.",
  "why.undecided": "The search stopped after {n} positions without an answer.",
  "decided.mine": "Your move {n} ({move}) threw the win away.",
  "decided.held": { one: "Your first move gave the win away.", other: "You held the win until move {n}." },
  "decided.given": "{name} gave you the win at move {given}; your move {n} gave it back.",
  "decided.other": "{name} threw the win away with move {n} ({move}).",
  "decided.never": "It was nothing you did: the start was already lost for you.",
  "decided.neverSecond":
    "It was nothing you did: {first} began, and from this start whoever begins can force the win.",
  "decided.neverBid": "The bids for the seats decided it: from then on the start was lost for you.",
  "idea.chomp":
    "Next time: leave two arms of equal length, and copy every bite. On a square bar, bite next to the green square on the diagonal.",
  "idea.octal": "Next time: leave two equal rows, and copy every move in the other.",
  "decided.neverPie": "The choice of who begins decided it: from then on the start was lost for you.",
  "decided.show": "Show me why",
  "decided.hide": "Hide the reason",
  "thread.mine": "You hold it",
  "thread.other": "{name} holds it",
  "thread.forced": "nothing to decide",
  "thread.label": "Who could force the win after each move",
  "review.of": "{kept} of {n}",
  "review.youKept": "Your moves that kept the win",
  "review.theyKept": "Moves of {name} that kept the win",
  "review.youKept.several": "Your moves that were safe",
  "review.theyKept.several": "Moves of {name} that were safe",
  "review.youNoChance": "You never had the chance",
  "review.theyNoChance": "{name} never had the chance",
  "review.youNoChoice": "You had nothing to decide",
  "review.theyNoChoice": "{name} had nothing to decide",
  "power.1": "ones",
  "power.2": "twos",
  "power.4": "fours",
  "power.8": "eights",
  "power.16": "sixteens",
  "power.pairs": { 0: "no pair", one: "a pair", other: "{n} pairs" },
  "power.alone": "one alone",
  "power.aloneIn": "one alone, in {heap}",
  "opened.open": "Open the heaps",
  "opened.pair": "Pair the groups",
  "opened.take": "Take what is left over",
  "opened.show": "Show why",
  "opened.close": "Back to the heaps",
  "why.fraenkel.N":
    "{a} and {b} are not one of Fraenkel's pairs for r = {r}. The winner leaves {c} and {d}, which are.",
  "why.fraenkel.P": "{a} and {b} are one of Fraenkel's pairs for r = {r}: no move leaves another.",
  "why.ratio.N":
    "{large} is more than 1.618 times {small}, the golden ratio: a winning move leaves a ratio below it, unless it ends the game.",
  "why.ratioMisere.N":
    "{large} is more than 1.618 times {small}, the golden ratio: a winning move leaves a ratio below it.",
  "why.ratio.P":
    "{large} is less than 1.618 times {small}, the golden ratio: there is a single move, and it loses.",
  "why.ratio.equal": "Equal numbers leave a single move, which ends the game.",
  "why.pass": "The heaps alone are lost for the player to move: pass.",
  "chalk.value": "counts {n}",
  "chalk.hide": "Hide the marks",
  "marks.won": "green: wins",
  "marks.played": "dashed: played",
  "marks.partners": "line: partners",
  "decided.again": "Try again from here",
  "pairs.read": "Read each heap as {powers}: a group with an equal one in another heap has a partner.",
  "pairs.in": "{power} in {heap}",
  "pairs.alone": "Without a partner: {groups}",
  "pairs.take": "So: {move}. Leave your opponent everything in pairs, now and after each answer.",
  "pairs.take.misere":
    "So: {move}. Leave your opponent everything in pairs, now and after each answer; only when your move would leave nothing but heaps of one, leave an odd number of them.",
  "pairs.all": "Every group has a partner",
  "pairs.break":
    "Whatever is taken breaks a pair, and the answer mends it: leave your opponent everything in pairs.",
  "pairs.break.misere":
    "Whatever is taken breaks a pair, and the answer mends it: leave your opponent everything in pairs; only when your move would leave nothing but heaps of one, leave an odd number of them.",
  "pairs.after": "After it, all in pairs",
  "opened.shrink": "Shrink one heap so that everything pairs up",
  "opened.even": "Make one move after which everything pairs up",
  "opened.none": "Nothing is left over: whoever moves breaks a pair",
  "opened.named": "{step}: {move}",
  "figure.board": "Board {n}",
  "counts.parts": "Each separate part counts as a heap of Nim, of the size drawn here.",
  "counts.nimble": "Each coin counts as a heap: as many stones as there are squares to its left.",
  "counts.staircase":
    "Only every other step counts, beginning with the one just above the ground: its coins are a heap.",
  "counts.gaps":
    "Every other gap counts as a heap, beginning with the one before the last coin: as many stones as free squares.",
  "counts.welter":
    "The coins are matched in twos: each two together, or one left alone, count as the heap drawn here.",
  "counts.turtles": "Each coin showing heads counts as a heap as high as its place.",
  "counts.heads": "Each coin showing heads counts as a heap of Nim, of the size drawn here.",
  "counts.rest": "Each heap counts as what is left over when it is divided by {modulus}.",
  "counts.lasker":
    "As a heap may also be split, 3 and 4 change places in what they count, 7 and 8 too, and so on; here {swaps}.",
  "counts.stalks": "Each stalk counts as a heap of its length.",
  "counts.plants":
    "Each plant counts as a heap: a plain stalk as its length, one that forks as the number drawn here.",
  "counts.runs": "Each row can be taken at once, so it counts as a heap of its length.",
  "plan.pairs.N": "{move}: then everything pairs up. After each answer, leave everything in pairs again.",
  "plan.pairs.P": "Everything pairs up: whatever is moved breaks a pair, and the answer mends it.",
  "plan.pairs.misere.N":
    "{move}: then everything pairs up. After each answer, leave everything in pairs again; only when your move would leave nothing that counts more than 1, leave an odd number of ones.",
  "plan.pairs.misere.P":
    "Everything pairs up: whatever is moved breaks a pair, and the answer mends it, until it would leave nothing that counts more than 1: then it leaves an odd number of ones.",
  "plan.last": "{move}: that is the last move.",
  "plan.green": "{move}: then only the green square is left.",
  "plan.answer.N": "{move}. Whatever your opponent does then, you have an answer, down to the last move.",
  "plan.answer.P": "Whatever is moved here, the other player has an answer, down to the last move.",
  "plan.rows.N":
    "{move}: what is left balances. Whatever is moved in one part, you have an answer that balances all again.",
  "plan.rows.P":
    "The parts balance: whatever is moved in one, the other player has an answer that balances all again.",
  "plan.misere.N": "{move}. From then on you can always leave the last move, which loses, to your opponent.",
  "plan.misere.P":
    "Here every move loses against a perfect opponent, who can always leave the last move, which loses, to the player to move.",
  "plan.stops.N": "Stop on {stops}: here {move}. Then answer every step with what makes {modulus} together.",
  "plan.stops.P":
    "Whatever is added now, the other player can stop on {stops}, as each step can be made up to {modulus}.",
  "plan.leave.N": "Leave {stops}: here {move}. Then answer every move with what makes {modulus} together.",
  "plan.leave.P":
    "Whatever is taken now, the other player can leave {stops}, as each move can be made up to {modulus}.",
  "plan.arms.N": "{move}: then both arms are equally long. Copy every bite in the other arm.",
  "plan.arms.P": "Both arms are equally long: the other player copies every bite.",
  "plan.shorter.N": "{move}: then of the two lines one is shorter by one. Leave it so after every bite.",
  "plan.shorter.P":
    "Of the two lines one is shorter by one: after every bite the other player can make it so again.",
  "plan.ratio.N": "{move}: that leaves {low} and {high}, where only one move is possible, and it loses.",
  "plan.ratio.P": "Only one move is possible here, and after it the other player can win.",
  "plan.mirror.N":
    "{move}: that makes the position its own mirror image. Then answer every move with the one opposite.",
};
