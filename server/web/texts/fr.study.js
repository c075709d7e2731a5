// French: looking at games, why positions are won or lost.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "step.label": "Parcourir les coups",
  "step.first": "Au début",
  "step.back": "Un coup en arrière",
  "step.on": "Un coup en avant",
  "step.last": "À la fin",
  "step.where": "{n} / {last}",
  "step.end": "fin",
  "review.waiting": "Analyse de la partie…",
  "review.later": "La seconde partie de ce départ est en cours ; celle-ci pourra être analysée ensuite.",
  "review.secret": "Une partie classée avec une telle position est en cours : revenez quand elle sera finie.",
  "review.none": "Cette partie ne peut pas être analysée pour l’instant.",
  "review.mistake": "Erreur suivante",
  "review.firstMistake": "Première erreur",
  "review.share": "Partager la partie",
  "review.copy": "Copier la notation",
  "review.pose": "En problème",
  "review.analyse": "Analyser d’ici",
  "review.accuracy": "Précision",
  "review.what": "Une décision est une position où un coup gagne et un autre perd.",
  "review.wins": { 1: "Le coup gagnant :", one: "{n} coup gagnant :", other: "{n} coups gagnants :" },
  "review.safe": { 1: "Le coup sûr :", one: "{n} coup sûr :", other: "{n} coups sûrs :" },
  "review.answer.others": "Après ce coup, {name} gagne ainsi : {move}",
  "review.answer.ofMine": "Après votre coup, {name} gagne ainsi : {move}",
  "review.answer.byMe": "Après ce coup, vous gagnez ainsi : {move}",
  "review.more": "et {n} de plus",
  "review.someWin": "Les coups gagnants n’ont pas été listés.",
  "analysis.title": "Analyse",
  "analysis.variant": "Jeu",
  "analysis.preset": "Départ",
  "analysis.notation": "Partie en notation",
  "analysis.show": "Montrer",
  "analysis.first": "Le premier joueur",
  "analysis.second": "Le second joueur",
  "analysis.player": "Le joueur {n}",
  "analysis.moves": "Ce que vaut chaque coup",
  "analysis.star": "*n : ce qui reste compte comme un tas de Nim de n.",
  "analysis.tooMany": "Il y a trop de coups pour les analyser tous.",
  "error.alone":
    "Sans réseau, la page ne connaît que de petites positions : choisissez-en une ci-dessus, ou écrivez des tas comme « nim 3,5,7 ».",
  "analysis.noMove": "Il n’y a aucun coup.",
  "analysis.over": "La partie est finie : il ne reste aucun coup.",
  "analysis.playOn": "Jouer à partir d’ici",
  "analysis.asFirst": "Commencer contre le bot",
  "analysis.asSecond": "Laisser commencer le bot",
  "analysis.share": "Partager",
  "worth.wins": "gagne",
  "worth.loses": "perd",
  "worth.unknown": "non prouvé",
  "worth.safe": "sûr",
  "worth.unsafe": "pas sûr",
  "verdict.N": "{name} a le trait et peut forcer la victoire.",
  "verdict.N.mine": "À vous de jouer, et vous pouvez forcer la victoire.",
  "verdict.P": "{name} a le trait et perd contre le meilleur jeu.",
  "verdict.P.mine": "À vous de jouer, et vous perdez contre le meilleur jeu.",
  "verdict.unknown": "On n’a pas prouvé qui gagne ici.",
  "verdict.survives": "{name} a le trait et peut être sûr de survivre.",
  "verdict.survives.mine": "À vous de jouer, et votre survie est assurée.",
  "verdict.mayLose": "{name} a le trait et ne peut pas être sûr de survivre.",
  "verdict.mayLose.mine": "À vous de jouer, et votre survie n’est pas assurée.",
  "verdict.over": "Il ne reste aucun coup. Revenez en arrière pour voir où la partie s’est décidée.",
  "verdict.overFlawless": "Il ne reste aucun coup, et personne n’a laissé échapper la victoire.",
  "verdict.overNever":
    "Il ne reste aucun coup. Vous n’avez jamais eu votre chance : personne n’a laissé échapper la victoire.",
  "source.formula": "Prouvé par une formule.",
  "source.table": "Prouvé par une table.",
  "source.search": "Prouvé par recherche.",
  "source.nonconstructive": "Par un argument qui ne nomme aucun coup.",
  "mark.kept": "Ce coup gardait la victoire.",
  "mark.threw": "Ce coup a laissé échapper la victoire.",
  "mark.safe": "Ici tous les coups gagnent.",
  "mark.lost": "Ici tous les coups perdent.",
  "mark.unknown": "On n’a pas prouvé ce que ce coup a changé.",
  "mark.kept.several": "Ce coup était sûr.",
  "mark.threw.several": "Ce coup a perdu la sécurité.",
  "mark.safe.several": "Ici tous les coups sont sûrs.",
  "mark.lost.several": "Ici aucun coup n’est sûr.",
  "sign.kept": "victoire gardée",
  "sign.threw": "victoire perdue",
  "sign.safe": "tout gagnait",
  "sign.lost": "tout perdait",
  "sign.unknown": "non prouvé",
  "sign.kept.several": "était sûr",
  "sign.threw.several": "a perdu la sécurité",
  "sign.safe.several": "tout coup était sûr",
  "sign.lost.several": "aucun coup n’était sûr",
  "figure.label": "Dessin de la raison",
  "figure.digits": "Les nombres en binaire",
  "figure.mirror": "Les nombres égaux se répondent ; ce qui est barré se prend d’abord.",
  "figure.here": "Sur le plateau",
  "figure.golden": "Paire d’or n° {number}",
  "figure.part": "Part",
  "figure.product": "Produit",
  "figure.long": "Long",
  "figure.short": "Court",
  "figure.groups": "{left} par groupes de {modulus}, reste {n}",
  "why.numbers": "En nombres",
  "why.nothing": "Il ne reste aucun coup : celui qui doit jouer a perdu.",
  "why.nothingMisere": "Il ne reste aucun coup : l’autre a joué le dernier, et a perdu.",
  "why.lastHeap": {
    1: "Prenez-la : c’est le dernier coup.",
    one: "Prenez {n} : c’est le dernier coup.",
    other: "Prenez les {n} : c’est le dernier coup.",
  },
  "why.onesOnly":
    "Tout ce qui reste vaut 1 ou rien. Comme le dernier coup perd, celui qui laisse un nombre impair de 1 gagne.",
  "why.oneHeap": "Il reste un tas. Comme le dernier coup perd, laissez-en une seule pierre.",
  "why.heaps.N":
    "La somme de Nim des tas est {sum}, pas 0 : au moins une colonne de chiffres binaires a un nombre impair de 1. Un coup gagnant rend toutes les colonnes paires.",
  "why.heaps.P":
    "La somme de Nim est 0 : chaque colonne de chiffres binaires a un nombre pair de 1. Chaque coup rend une colonne impaire, et la réponse les rend toutes paires.",
  "why.heaps.misere.P":
    "La somme de Nim est 0 : chaque colonne de chiffres binaires a un nombre pair de 1. Chaque coup rend une colonne impaire, et la réponse les rend toutes paires, jusqu’au moment où elle ne laisserait que des tas d’une pierre : elle en laisse alors un nombre impair.",
  "why.values.N":
    "Les valeurs des parts ont la somme de Nim {sum}, pas 0. Un coup gagnant rend paires toutes les colonnes de chiffres binaires.",
  "why.values.P":
    "Les valeurs des parts ont la somme de Nim 0 : chaque coup rompt cela, et la réponse le rétablit.",
  "why.values.misere.N":
    "Les valeurs des parts ont la somme de Nim {sum}, pas 0. Un coup gagnant laisse la somme de Nim 0 ou, dans certaines positions, 1, car le dernier coup perd.",
  "why.values.misere.P":
    "Les valeurs des parts ont la somme de Nim 0 : chaque coup rompt cela, et la réponse le rétablit ou, dans certaines positions, laisse 1, car le dernier coup perd.",
  "why.value.N": "La valeur est {sum}, pas 0 : un coup laisse la valeur 0.",
  "why.value.P": "La valeur est 0 : aucun coup ne laisse la valeur 0.",
  "why.copy.N":
    "{move} : il reste des rangées égales par paires. Copiez ensuite chaque coup dans la rangée jumelle.",
  "why.copy.P": "Les rangées sont égales par paires : chaque coup est copié dans la rangée jumelle.",
  "why.ones": {
    1: "Il ne reste qu’un tas d’une pierre. Comme le dernier coup perd, celui qui laisse un nombre impair de 1 gagne.",
    one: "Il ne reste que {n} tas d’une pierre. Comme le dernier coup perd, celui qui laisse un nombre impair de 1 gagne.",
    other:
      "Il ne reste que {n} tas d’une pierre. Comme le dernier coup perd, celui qui laisse un nombre impair de 1 gagne.",
  },
  "why.oneLarger": {
    1: "Il reste un tas plus grand à côté d’un tas d’une pierre. Comme le dernier coup perd : réduisez-le à 0 ou 1, pour laisser un nombre impair de 1.",
    one: "Il reste un tas plus grand à côté de {n} tas d’une pierre. Comme le dernier coup perd : réduisez-le à 0 ou 1, pour laisser un nombre impair de 1.",
    other:
      "Il reste un tas plus grand à côté de {n} tas d’une pierre. Comme le dernier coup perd : réduisez-le à 0 ou 1, pour laisser un nombre impair de 1.",
  },
  "why.golden.N":
    "{a} et {b} ne sont pas une paire d’or ; celle de même différence est {low} et {high}. Un coup gagnant laisse une paire d’or.",
  "why.golden.P":
    "{low} et {high} sont la paire d’or n° {number} : aucun coup ne mène d’une paire d’or à une autre, et de toute autre position un coup mène à l’une d’elles.",
  "why.tallest.N": {
    1: "Un seul tas, de {size}, est le plus grand : qui fait face à un nombre impair de plus grands tas gagne, et un est impair.",
    one: "{n} tas de {size} est le plus grand : qui fait face à un nombre impair de plus grands tas gagne.",
    other:
      "{n} tas de {size} sont les plus grands, un nombre impair : qui fait face à un nombre impair de plus grands tas gagne.",
  },
  "why.tallest.P":
    "{n} tas de {size} sont les plus grands, un nombre pair : qui fait face à un nombre pair de plus grands tas perd.",
  "why.columns.N":
    "Dans au moins une colonne de chiffres binaires, le nombre de 1 n’est pas un multiple de {modulus}. Un coup gagnant en fait un multiple partout.",
  "why.columns.P":
    "Dans chaque colonne de chiffres binaires, le nombre de 1 est un multiple de {modulus}. Chaque coup rompt cela, et la réponse le rétablit.",
  "why.columnsOnes":
    "Seuls les 1 comptent ici. Comme le dernier coup perd, celui qui laisse un de plus qu’un multiple de {modulus} gagne.",
  "why.zeckendorf.N":
    "{heap} = {row}, une somme de nombres de Fibonacci. Prenez {take} : l’autre peut alors prendre {twice} au plus, moins que la part suivante, {next}.",
  "why.zeckendorf.all": "La limite de {limit} permet de tout prendre.",
  "why.zeckendorf.P":
    "{heap} = {row}, une somme de nombres de Fibonacci. La plus petite part, {part}, dépasse la limite de {limit}.",
  "why.zeckendorfMisere.N":
    "Sans la dernière graine, dont personne ne veut, {heap} = {row}. Prenez {take} : l’autre peut alors prendre {twice} au plus, moins que la part suivante, {next}.",
  "why.zeckendorfMisere.all": "Prenez {take} : il ne reste que la dernière graine, dont personne ne veut.",
  "why.zeckendorfMisere.P":
    "Sans la dernière graine, dont personne ne veut, {heap} = {row}. La plus petite part, {part}, dépasse la limite de {limit}.",
  "why.oddMine":
    "{total} cubes en tout sont un nombre impair, dont la somme de Nim n’est jamais 0. Celui qui doit jouer prendra aussi le premier cube, et gagne.",
  "why.oddOther": {
    1: "Un seul cube en tout : la somme de Nim n’est jamais 0. L’autre prend le premier cube, et gagne.",
    one: "{n} cubes en tout sont un nombre impair, dont la somme de Nim n’est jamais 0. L’autre prend le premier cube, et gagne.",
    other:
      "{n} cubes en tout sont un nombre impair, dont la somme de Nim n’est jamais 0. L’autre prend le premier cube, et gagne.",
  },
  "why.paired": "Les piles sont égales deux à deux : chaque cube a sa réponse sur la pile jumelle.",
  "why.pairing": "Un cube sur une pile de {size} rend toutes les piles égales deux à deux.",
  "why.unmatchedMine":
    "La plus haute pile a un chiffre binaire qu’aucune autre ne peut atteindre : la somme de Nim ne sera pas 0. Celui qui doit jouer prendra aussi le premier cube, et gagne.",
  "why.unmatchedOther":
    "La plus haute pile a un chiffre binaire qu’aucune autre ne peut atteindre : la somme de Nim ne sera pas 0. L’autre prend le premier cube, et gagne.",
  "why.circle.all": "Un coup atteint toutes les piles : ensemble elles sont un seul tas.",
  "why.circle.equal": "Le gagnant laisse toutes les piles égales.",
  "why.circle.opposite": "Le gagnant laisse les piles opposées égales.",
  "why.circle.five2":
    "Le gagnant laisse une plus haute pile M, suivie autour du cercle de b, c, d, b, avec M + b = c + d.",
  "why.circle.five3": "Le gagnant laisse une pile vide entourée de x, a, b, x, avec x = a + b.",
  "why.circle.six3": "Le gagnant laisse chaque couple de voisines avec autant que le couple opposé.",
  "why.circle.six4":
    "Le gagnant laisse chaque couple de voisines avec autant que le couple opposé, et une plus basse pile dont la somme de Nim avec une pile sur deux est 0.",
  "why.reached": "Le but a été dit.",
  "why.survives": "Il reste {left}. Un pas est sûr quoi que fassent les autres.",
  "why.mayLose": {
    1: "Il reste 1 : celui qui doit jouer doit dire le but.",
    one: "Il reste {n}. Quoi qu’on dise, tous les autres ensemble peuvent faire dire le but à ce joueur.",
    other: "Il reste {n}. Quoi qu’on dise, tous les autres ensemble peuvent faire dire le but à ce joueur.",
  },
  "why.remainder.N":
    "Il reste {left}. Laissez {wanted} de plus qu’un multiple de {modulus} : on répond alors à chaque pas par ce qui complète {modulus}.",
  "why.remainder.P": {
    1: "Il reste 1 : le prochain pas est le dernier, et perd.",
    one: "Il reste {n}, soit {wanted} de plus qu’un multiple de {modulus} : on répond à chaque pas par ce qui complète {modulus}.",
    other:
      "Il reste {n}, soit {wanted} de plus qu’un multiple de {modulus} : on répond à chaque pas par ce qui complète {modulus}.",
  },
  "why.multiple.N": {
    1: "Il reste 1 : le prochain pas est le dernier, et gagne.",
    one: "Il reste {n}. Laissez un multiple de {modulus} : on répond alors à chaque pas par ce qui complète {modulus}.",
    other:
      "Il reste {n}. Laissez un multiple de {modulus} : on répond alors à chaque pas par ce qui complète {modulus}.",
  },
  "why.multiple.P":
    "Il reste {left}, un multiple de {modulus} : on répond à chaque pas par ce qui complète {modulus}.",
  "why.tame":
    "Les parts ont les valeurs {values}, de somme de Nim {sum}. Comme le dernier coup perd, celui qui doit jouer avec la somme de Nim {lost} perd ici.",
  "why.quotient.N":
    "Chaque part compte comme une lettre, et les lettres se multiplient selon des règles fixes (le quotient misère). Certains produits perdent pour qui doit jouer : {product} n’en est pas un.",
  "why.quotient.P":
    "Chaque part compte comme une lettre, et les lettres se multiplient selon des règles fixes (le quotient misère). Certains produits perdent pour qui doit jouer : {product} en est un.",
  "why.mirror.N":
    "Un coup rend la position égale à son image en miroir ; ensuite, répondez à chaque coup par celui d’en face.",
  "why.mirror.P": "À chaque coup répond son image en miroir.",
  "why.mirror.circle":
    "Le cercle est plein et ne se prend pas d’un coup : l’autre prend le milieu de la rangée qui reste, puis reflète chaque coup.",
  "why.mirror.square":
    "La tablette est carrée : ne laissez que la première rangée et la première colonne, puis reflétez chaque bouchée.",
  "why.twoRows":
    "Avec deux rangées, celui qui doit jouer perd si la seconde a un carré de moins ; ici elles ont {long} et {short}.",
  "why.arms":
    "Il ne reste que deux bras à côté du carré vert, de {long} et {short} : avec des bras égaux, celui qui doit jouer perd.",
  "why.lastMove": "Un coup prend tout, et gagne.",
  "why.stolenBar":
    "La tablette est un rectangle entier : si croquer le dernier carré ne gagne pas, la réponse gagne, et elle aurait pu être la première bouchée. Il y a donc un coup gagnant, sans que ceci dise lequel.",
  "why.stolen":
    "Une perle est au-dessus de toutes les autres : si la retirer ne gagne pas, la réponse gagne, et elle aurait pu être le premier coup. Il y a donc un coup gagnant, sans que ceci dise lequel.",
  "why.searched.N": {
    1: "Un coup gagnant a été trouvé par recherche ; une position a été examinée.",
    one: "Un coup gagnant a été trouvé par recherche ; {n} position a été examinée.",
    other: "Un coup gagnant a été trouvé par recherche ; {n} positions ont été examinées.",
  },
  "why.searched.P": {
    1: "Tous les coups perdent : une position a été examinée.",
    one: "Tous les coups perdent : {n} position a été examinée.",
    other: "Tous les coups perdent : {n} positions ont été examinées.",
  },
  "why.known.N": "Un coup gagnant a été trouvé par recherche.",
  "why.known.P": "La recherche montre que tous les coups perdent.",
  "why.undecided": "La recherche s’est arrêtée après {n} positions, sans réponse.",
  "decided.mine": "Votre coup {n} ({move}) a laissé échapper la victoire.",
  "decided.held": {
    1: "Votre premier coup a laissé échapper la victoire.",
    one: "Vous teniez la victoire jusqu’au coup {n}.",
    other: "Vous teniez la victoire jusqu’au coup {n}.",
  },
  "decided.given": "{name} vous a offert la victoire au coup {given} ; votre coup {n} la lui a rendue.",
  "decided.other": "{name} a laissé échapper la victoire au coup {n} ({move}).",
  "decided.never": "Vous n’y pouviez rien : le départ était déjà perdu pour vous.",
  "decided.neverSecond":
    "Vous n’y pouviez rien : {first} a commencé, et de ce départ qui commence peut forcer le gain.",
  "decided.neverBid":
    "Ce sont les mises pour les places qui ont décidé : dès lors, le départ était perdu pour vous.",
  "idea.chomp":
    "La prochaine fois : laissez deux bras égaux, et copiez chaque bouchée. Sur une tablette carrée, croquez à côté du carré vert, en diagonale.",
  "idea.octal": "La prochaine fois : laissez deux rangées égales, et copiez chaque coup dans l’autre.",
  "decided.neverPie":
    "C’est le choix de qui commence qui a décidé : dès lors, le départ était perdu pour vous.",
  "decided.show": "Montrez-moi pourquoi",
  "decided.hide": "Masquer la raison",
  "thread.mine": "Vous la tenez",
  "thread.other": "{name} la tient",
  "thread.forced": "rien à décider",
  "thread.label": "Qui pouvait forcer la victoire après chaque coup",
  "review.of": "{kept} sur {n}",
  "review.youKept": "Vos coups qui ont gardé la victoire",
  "review.theyKept": "Coups de {name} qui ont gardé la victoire",
  "review.youKept.several": "Vos coups sûrs",
  "review.theyKept.several": "Coups sûrs de {name}",
  "review.youNoChance": "Vous n’avez jamais eu votre chance",
  "review.theyNoChance": "{name} n’a jamais eu sa chance",
  "review.youNoChoice": "Vous n’aviez rien à décider",
  "review.theyNoChoice": "{name} n’avait rien à décider",
  "power.1": "un",
  "power.2": "deux",
  "power.4": "quatre",
  "power.8": "huit",
  "power.16": "seize",
  "power.pairs": { 0: "aucune paire", 1: "une paire", one: "{n} paire", other: "{n} paires" },
  "power.alone": "un groupe seul",
  "power.aloneIn": "un groupe seul, en {heap}",
  "opened.open": "Ouvrez les tas",
  "opened.pair": "Appariez les groupes",
  "opened.take": "Prenez ce qui reste seul",
  "opened.show": "Montrer pourquoi",
  "opened.close": "Revenir aux tas",
  "why.fraenkel.N":
    "{a} et {b} ne sont pas une paire de Fraenkel pour r = {r}. Le gagnant laisse {c} et {d}, qui en sont une.",
  "why.fraenkel.P": "{a} et {b} sont une paire de Fraenkel pour r = {r} : aucun coup n’en laisse une autre.",
  "why.ratio.N":
    "{large} vaut plus de 1,618 fois {small}, le nombre d’or : un coup gagnant laisse un rapport inférieur, sauf s’il finit la partie.",
  "why.ratioMisere.N":
    "{large} vaut plus de 1,618 fois {small}, le nombre d’or : un coup gagnant laisse un rapport inférieur.",
  "why.ratio.P":
    "{large} vaut moins de 1,618 fois {small}, le nombre d’or : il n’y a qu’un coup, et il est perdu.",
  "why.ratio.equal": "Des nombres égaux ne laissent qu’un coup, qui finit la partie.",
  "why.pass": "Les tas seuls sont perdus pour qui doit jouer : passez.",
  "chalk.value": "vaut {n}",
  "chalk.hide": "Masquer les marques",
  "marks.won": "vert : gagne",
  "marks.played": "en tirets : joué",
  "marks.partners": "trait : partenaires",
  "decided.again": "Réessayer d’ici",
  "pairs.read":
    "Décomposez chaque tas en groupes de {powers} : un groupe a un partenaire s’il y en a un égal dans un autre tas.",
  "pairs.in": "groupe de {power} en {heap}",
  "pairs.alone": "Sans partenaire : {groups}",
  "pairs.take":
    "Donc : {move}. Laissez toujours à l’adversaire tout par paires, maintenant et après chaque réponse.",
  "pairs.take.misere":
    "Donc : {move}. Laissez tout par paires, maintenant et après chaque réponse ; mais quand votre coup ne laisserait que des tas d’une pierre, laissez-en un nombre impair.",
  "pairs.all": "Chaque groupe a un partenaire",
  "pairs.break": "Tout coup sépare une paire, et la réponse la refait : laissez toujours tout par paires.",
  "pairs.break.misere":
    "Tout coup sépare une paire, et la réponse la refait : laissez tout par paires ; mais quand votre coup ne laisserait que des tas d’une pierre, laissez-en un nombre impair.",
  "pairs.after": "Ensuite, tout va par paires",
  "opened.shrink": "Réduisez un tas pour que tout aille par paires",
  "opened.even": "Jouez un coup après lequel tout va par paires",
  "opened.none": "Rien ne reste seul : qui joue sépare une paire",
  "opened.named": "{step} : {move}",
  "figure.board": "Grille {n}",
  "counts.parts": "Chaque part séparée compte comme un tas de Nim, de la taille dessinée ici.",
  "counts.nimble": "Chaque pièce compte comme un tas : autant de pierres que de cases à sa gauche.",
  "counts.staircase":
    "Seule compte une marche sur deux, à partir de la première au-dessus du sol : ses pièces forment un tas.",
  "counts.gaps":
    "Un intervalle sur deux compte comme un tas, à partir de celui qui précède la dernière pièce : autant de pierres que de cases libres.",
  "counts.welter":
    "Les pièces vont deux par deux : deux ensemble, ou une restée seule, comptent comme le tas dessiné ici.",
  "counts.turtles": "Chaque pièce côté face compte comme un tas aussi haut que sa place.",
  "counts.heads": "Chaque pièce côté face compte comme un tas de Nim, de la taille dessinée ici.",
  "counts.rest": "Chaque tas compte ce qui reste quand on le divise par {modulus}.",
  "counts.lasker":
    "Comme un tas peut aussi être coupé, 3 et 4 échangent ce qu’ils comptent, 7 et 8 aussi, et ainsi de suite ; ici {swaps}.",
  "counts.stalks": "Chaque tige compte comme un tas de sa longueur.",
  "counts.plants":
    "Chaque plante compte comme un tas : une simple tige comme sa longueur, une plante ramifiée comme dessiné ici.",
  "counts.runs": "Chaque rangée peut être prise d’un coup : elle compte comme un tas de sa longueur.",
  "plan.pairs.N":
    "{move} : tout va alors par paires. Après chaque réponse, laissez de nouveau tout par paires.",
  "plan.pairs.P": "Tout va par paires : chaque coup en sépare une, et la réponse la refait.",
  "plan.pairs.misere.N":
    "{move} : tout va alors par paires. Après chaque réponse, laissez de nouveau tout par paires ; mais quand votre coup ne laisserait rien qui compte plus de 1, laissez un nombre impair de 1.",
  "plan.pairs.misere.P":
    "Tout va par paires : chaque coup en sépare une, et la réponse la refait, jusqu’au moment où elle ne laisserait rien qui compte plus de 1 : elle laisse alors un nombre impair de 1.",
  "plan.last": "{move} : c’est le dernier coup.",
  "plan.green": "{move} : il ne reste alors que le carré vert.",
  "plan.answer.N":
    "{move}. Quoi que fasse ensuite l’adversaire, vous avez une réponse, jusqu’au dernier coup.",
  "plan.answer.P": "Quoi qu’on joue ici, l’autre a une réponse, jusqu’au dernier coup.",
  "plan.rows.N":
    "{move} : ce qui reste s’équilibre. À chaque coup vous avez une réponse qui rétablit l’équilibre.",
  "plan.rows.P": "Les parts s’équilibrent : à chaque coup l’autre a une réponse qui rétablit l’équilibre.",
  "plan.misere.N": "{move}. Dès lors vous pouvez toujours laisser à l’adversaire le dernier coup, qui perd.",
  "plan.misere.P":
    "Ici tout coup perd contre un adversaire parfait, qui peut toujours laisser le dernier coup, qui perd, à celui qui doit jouer maintenant.",
  "plan.stops.N": "Arrêtez-vous sur {stops} ; ici : {move}. Complétez ensuite chaque pas jusqu’à {modulus}.",
  "plan.stops.P":
    "Quoi qu’on ajoute, l’autre peut s’arrêter sur {stops} : chaque pas se complète jusqu’à {modulus}.",
  "plan.leave.N": "Laissez {stops} ; ici : {move}. Complétez ensuite chaque coup jusqu’à {modulus}.",
  "plan.leave.P":
    "Quoi qu’on prenne, l’autre peut laisser {stops} : chaque coup se complète jusqu’à {modulus}.",
  "plan.arms.N": "{move} : les deux bras sont alors égaux. Copiez chaque bouchée sur l’autre bras.",
  "plan.arms.P": "Les deux bras sont égaux : l’autre copie chaque bouchée.",
  "plan.shorter.N":
    "{move} : des deux lignes, l’une a alors un carré de moins. Rétablissez cela après chaque bouchée.",
  "plan.shorter.P":
    "Des deux lignes, l’une a un carré de moins : après chaque bouchée, l’autre peut rétablir cela.",
  "plan.ratio.N": "{move} : il reste {low} et {high}, où un seul coup est possible, et il perd.",
  "plan.ratio.P": "Ici un seul coup est possible, et l’autre peut gagner ensuite.",
  "plan.mirror.N":
    "{move} : la position devient égale à son image en miroir. Répondez ensuite à chaque coup par celui d’en face.",
};
