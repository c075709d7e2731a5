// French: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "Le cours",
  "learn.nim": "Le Nim, pas à pas",
  "learn.progress": "{n} leçons sur {all} gagnées",
  "learn.done": "gagnée",
  "learn.begin": "Vous commencez.",
  "learn.waiting": "Votre adversaire réfléchit…",
  "learn.turn": "Votre adversaire a joué : {move}. À vous.",
  "learn.threw": "Cela laisse échapper la victoire. Reprenez le coup et regardez encore.",
  "learn.lost": "Cette fois, votre adversaire a gagné.",
  "learn.won": "Vous avez gagné.",
  "learn.takeBack": "Reprendre le coup",
  "learn.next": "Leçon suivante",
  "learn.again": "Depuis le début",
  "learn.end": "Jouer contre quelqu’un",
  "lesson.free.title": "Jeu libre",
  "lesson.free.text":
    "Une courte partie contre le bot, sans pendule et, si cette page a déjà été ouverte ici, sans réseau. Il ne manque jamais un gain : commencerez-vous là où vous pouvez gagner ?",
  "lesson.free.done": "Le bot ne manque jamais un gain : tous vos coups étaient donc justes.",
  "free.new": "Une nouvelle partie :",
  "free.misere": "{game} misère",
  "free.second": "Laisser commencer le bot",
  "free.first": "Commencer soi-même",

  "lesson.one.title": "Un tas",
  "lesson.one.text":
    "Celui qui joue le dernier coup gagne. Avec un seul tas, c’est facile : combien de pierres prenez-vous ?",
  "lesson.one.done": "Un seul tas est gagné pour celui qui doit jouer : prenez tout.",
  "lesson.equal.title": "Deux tas égaux",
  "lesson.equal.text":
    "Deux tas égaux, et votre adversaire commence. Quoi qu’il prenne dans un tas, qu’est-ce qui rendrait les tas de nouveau égaux ?",
  "lesson.equal.done":
    "Des tas égaux sont perdus pour celui qui doit jouer : chaque coup peut être copié, et le dernier est pour vous.",
  "lesson.unequal.title": "Deux tas",
  "lesson.unequal.text": "Maintenant les tas diffèrent, et vous commencez. Que voudriez-vous laisser ?",
  "lesson.unequal.done": "Égalisez les tas, puis copiez chaque coup.",
  "lesson.pairs.title": "Trois tas",
  "lesson.pairs.text":
    "Des tas de 1, 2 et 3, et votre adversaire commence. Écrivez chaque tas en binaire, comme sur le dessin : chaque colonne a un nombre pair de 1. Chaque coup rend une colonne impaire ; votre réponse les rend toutes de nouveau paires.",
  "lesson.pairs.done":
    "C’est encore copier, colonne par colonne : des colonnes paires sont perdues pour celui qui doit jouer.",
  "lesson.sum.title": "La somme de Nim",
  "lesson.sum.text":
    "Des tas de 3, 4 et 5, et vous commencez. Le dessin sous le plateau montre les colonnes impaires. Un seul coup les rend toutes paires : quel tas a un 1 dans la plus haute colonne impaire ?",
  "lesson.sum.done":
    "Vous avez trouvé le théorème de Bouton de 1901 : laissez toujours une somme de Nim de 0.",
  "lesson.large.title": "De plus grands nombres",
  "lesson.large.text":
    "Quatre tas, et la même règle. Trois premiers coups différents gagnent ici. Prenez votre temps : trouvez la plus haute colonne impaire, choisissez un tas qui y a un 1, et inversez ses chiffres dans toutes les colonnes impaires.",
  "lesson.large.done": "Le Nim n’a plus de secret pour vous, tant que le dernier coup gagne.",
  "lesson.ones.title": "Quand le dernier coup perd",
  "lesson.ones.text":
    "En jeu misère, celui qui joue le dernier coup perd. Pensez aux tas d’une pierre : il faut en laisser un nombre impair.",
  "lesson.ones.done": "Avec seulement des tas d’une pierre, tout est inversé : laissez-en un nombre impair.",
  "lesson.misere.title": "Nim misère",
  "lesson.misere.text":
    "Des tas de 3, 4 et 5, et le dernier coup perd. Jouez exactement comme avant : rendez toutes les colonnes paires. Mais quand votre coup ne laisserait que des tas d’une pierre, laissez-en un nombre impair.",
  "lesson.misere.done":
    "C’est tout : comme avant, jusqu’à ce qu’un seul tas ait plus d’une pierre, puis laissez un nombre impair de 1.",
  "lesson.count.title": "Compter jusqu’à 21",
  "lesson.count.text":
    "Chacun à son tour ajoute 1, 2 ou 3, et qui dit 21 perd. Votre adversaire commence. Il vous faut donc dire 20, cinq fois quatre : pouvez-vous toujours compléter à quatre le pas de votre adversaire ?",
  "lesson.count.done":
    "Dites des multiples de quatre : il reste alors un de plus qu’un tel multiple, et chaque pas a sa réponse. C’est encore l’idée de copier, autrement dite.",

  "lesson.wythoff.title": "Le jeu de Wythoff",
  "lesson.wythoff.text":
    "Des tas de 4 et 5, et vous commencez. Prenez ce que vous voulez dans un tas, ou autant dans les deux. Quels deux petits tas ne laissent aucun bon coup à l’adversaire ?",
  "lesson.wythoff.done":
    "Avec des tas de 1 et 2, qui doit jouer a perdu ; de même avec 3 et 5, ou 4 et 7 : ce sont les paires d’or.",

  "lesson.nimble.title": "Des pièces sur une bande",
  "lesson.nimble.text":
    "Des pièces sur les cases 1, 2 et 6, et vous commencez : déplacez une pièce vers la gauche, d’autant que vous voulez. De la case 6, elle peut faire de un à six pas. À quoi cela fait-il penser ?",
  "lesson.nimble.done": "Chaque pièce est un tas aussi grand que le numéro de sa case : c’est le Nim.",

  "lesson.heads.title": "Pile ou face",
  "lesson.heads.text":
    "Les pièces 2, 3 et 5 montrent face, et vous commencez. Retournez une pièce ou deux ; celle de droite doit aller de face à pile. Lisez chaque face comme un tas aussi grand que sa place : que feriez-vous au Nim ?",
  "lesson.heads.done":
    "Retourner les pièces des places 5 et 1, c’est prendre quatre dans un tas de cinq. Deux faces à la même place s’annuleraient, comme deux tas égaux : c’est encore le Nim.",

  "lesson.staircase.title": "En descendant l’escalier",
  "lesson.staircase.text":
    "Les pièces descendent d’une marche par coup, et restent au sol. Vous commencez. Ne pensez qu’aux marches impaires : comment les rendre égales ?",
  "lesson.staircase.done":
    "Seules les marches impaires comptent. Ce qui descend d’une marche paire, on le fait descendre aussitôt, comme s’il n’était jamais venu.",

  "lesson.dollar.title": "Dollars d’argent",
  "lesson.dollar.text":
    "Les pièces ne peuvent pas se dépasser. Vous commencez. Regardez les vides : celui entre les deux pièces de droite, et celui devant la première.",
  "lesson.dollar.done":
    "Prenez les pièces par paires depuis la droite : les vides dans les paires sont des tas de Nim.",

  "lesson.welter.title": "Le jeu de Welter",
  "lesson.welter.text":
    "Des pièces sur les cases 2 et 7, et vous commencez. Une pièce va vers la gauche, sur une case libre, et peut sauter par-dessus l’autre. Coupez la bande en paires : 0 et 1, 2 et 3, 4 et 5, 6 et 7. Que laissez-vous ?",
  "lesson.welter.done":
    "Deux pièces sur une même paire de cases, c’est perdu pour qui doit jouer : à chaque coup qui les sépare, une réponse les réunit.",

  "lesson.euclid.title": "Le jeu d’Euclide",
  "lesson.euclid.text":
    "Les nombres sont 4 et 17, et vous commencez. Retirez 4 de 17, une fois ou plus. Que laisser pour que l’adversaire n’ait pas le choix, et que le dernier coup soit pour vous ?",
  "lesson.euclid.done":
    "Qui a le choix décide qui l’aura ensuite : laissez deux nombres différents dont le rapport est inférieur au nombre d’or, 1,618.",

  "lesson.pass.title": "Passer une fois",
  "lesson.pass.text":
    "C’est le Nim, et l’un de vous peut passer, une seule fois. Vous commencez avec 1, 2 et 3 : combien vaut la somme de Nim, et qui préférerait ne pas jouer ?",
  "lesson.pass.done":
    "Une somme de Nim de 0 est mauvaise pour qui doit jouer : passez, et ce sera à l’adversaire.",

  "lesson.points.title": "Avec ses voisins",
  "lesson.points.text":
    "Cinq points en ligne, et vous commencez. Qui prend un point prend aussi ses voisins. Pouvez-vous laisser deux moitiés pareilles ?",
  "lesson.points.done":
    "Laissez deux parts égales qui ne se touchent pas, et copiez chaque coup dans l’autre.",

  "lesson.tree.title": "Couper des branches",
  "lesson.tree.text":
    "Un petit arbre et une tige de deux branches, et vous commencez. Coupez une branche ; ce qui ne tient plus au sol tombe. Là où des branches se rejoignent compte la somme de Nim de leurs longueurs, et le tronc en dessous ajoute un. Faites que l’arbre vaille autant que la tige.",
  "lesson.tree.done":
    "Un tronc avec une seule branche est une tige de deux : des tiges égales, et vous copiez chaque coup. Les branches comptent par leur somme de Nim ; c’est le principe des deux-points.",

  "lesson.dominoes.title": "Dominos",
  "lesson.dominoes.text":
    "Deux rangées de quatre cases, et l’adversaire commence. Imaginez un point au milieu du plateau : où que se pose un domino, tournez en pensée le plateau d’un demi-tour.",
  "lesson.dominoes.done":
    "La place retournée est toujours libre, vous avez donc toujours une réponse : la symétrie est une stratégie.",

  "lesson.hundred.title": "Le cent",
  "lesson.hundred.text":
    "Le total est de 60 et vous commencez : ajoutez de 1 à 10 ; celui qui atteint 100 gagne. Comptez à rebours depuis 100 : à partir de quel total votre adversaire ne peut-il jamais l’atteindre, quoi qu’il ajoute ? Et quel total le précède ?",
  "lesson.hundred.done":
    "89, 78 et 67 : chaque fois onze de moins, et on peut toujours compléter à onze. C’est compter jusqu’à 21, à plus grands pas.",

  "lesson.left.title": "Ce qui reste",
  "lesson.left.text":
    "Des tas de 5 et 7 ; un coup prend 1, 2 ou 3 dans l’un d’eux. Vous commencez. On peut toujours compléter à quatre, donc les groupes de quatre ne comptent pas : que reste-t-il de chaque tas ?",
  "lesson.left.done":
    "Seul compte ce qui reste après les groupes de quatre, et c’est du Nim : laissez des restes égaux.",

  "lesson.nearly.title": "Presque autant des deux",
  "lesson.nearly.text":
    "Des tas de 3 et 6, et vous commencez. Prenez dans un tas, ou dans les deux : les deux nombres peuvent maintenant différer d’un. Des tas de 1 et 3 sont perdus pour celui qui doit jouer : pouvez-vous les laisser, ou la paire suivante ?",
  "lesson.nearly.done":
    "1 et 3, 2 et 6, 4 et 10 : dans le jeu de Wythoff, l’écart des paires perdues croît de un en un, ici de deux en deux.",

  "lesson.moore.title": "Deux tas à la fois",
  "lesson.moore.text":
    "Des tas de 2, 3 et 4, et vous commencez. Un coup prend dans un tas ou dans deux, autant que l’on veut dans chacun. Un tas se gagne en le prenant, deux en les égalisant : et trois ?",
  "lesson.moore.done":
    "Avec des coups dans deux tas au plus, trois tas égaux sont perdus pour celui qui doit jouer : ce qui dépasse ensuite, vous l’égalisez. En binaire, chaque colonne a un multiple de trois 1.",

  "lesson.greedy.title": "Seulement du plus grand",
  "lesson.greedy.text":
    "Des tas de 2, 4, 4 et 5, et vous commencez. Seul un tas de la plus grande taille peut être touché. S’il y en a deux, votre adversaire devra vous en laisser un : combien de plus grands tas voulez-vous laisser ?",
  "lesson.greedy.done":
    "Comptez les plus grands tas : un nombre pair est perdu pour celui qui doit jouer. Rien d’autre n’importe.",

  "lesson.lasker.title": "Prendre ou couper",
  "lesson.lasker.text":
    "Des tas de 1, 2 et 3, et vous commencez. Au Nim, ils seraient perdus. Ici, au lieu de prendre, vous pouvez couper un tas en deux : pouvez-vous laisser des tas qui vont par paires ?",
  "lesson.lasker.done":
    "1, 2, 1 et 2 : chaque coup peut être copié, une coupe aussi. Là où l’on peut couper, les tas de 3 et de 4 échangent leurs rôles dans la somme de Nim.",

  "lesson.grundy.title": "Des parts inégales",
  "lesson.grundy.text":
    "Un tas de 8, et vous commencez. Jouer, c’est couper un tas en deux parts de tailles différentes ; celui qui ne peut plus couper a perdu. Les tas de 1 et 2 ne se coupent plus. Laquelle des trois coupes ne laisse rien de bon à votre adversaire ?",
  "lesson.grundy.done":
    "Les tas de 1, 2, 4 et 7 sont perdus pour celui qui doit les couper, 1 et 7 ensemble aussi. Personne ne connaît de règle pour toutes les tailles.",

  "lesson.candy.title": "Gagner et manger plus",
  "lesson.candy.text":
    "Des bonbons en tas de 4, 5 et 6, et vous commencez. Celui qui prend le dernier gagne, comme au Nim ; mais chacun garde ce qu’il a pris. Trois coups gardent le gain : lequel rapporte le plus de bonbons ?",
  "lesson.candy.done":
    "D’abord le gain, ensuite les bonbons : parmi les coups qui laissent une somme de Nim de 0, jouez le plus grand.",

  "lesson.building.title": "Bâtir, puis jouer",
  "lesson.building.text":
    "Deux piles vides et quatre cubes, que l’on pose un à un ; ensuite on joue au Nim avec les piles. Votre adversaire commence. Avec quelles piles doit-il alors commencer ?",
  "lesson.building.done":
    "Quoi qu’il pose, posez de même à côté : à la fin les piles sont égales, et au Nim vous copiez.",

  "lesson.fibonacci.title": "Au plus le double",
  "lesson.fibonacci.text":
    "Un tas de 11, et vous commencez. Après le premier coup, qui ne peut pas tout prendre, un coup prend au plus le double du précédent. Écrivez 11 en nombres de Fibonacci : 8 et 3. Que se passe-t-il si vous prenez la plus petite part ?",
  "lesson.fibonacci.done":
    "Prenez la plus petite part : la suivante est plus de deux fois plus grande, votre adversaire ne peut donc pas la prendre entière, et vous pouvez l’achever. Un tas qui est lui-même un nombre de Fibonacci est perdu.",

  "lesson.kayles.title": "Abattre le milieu",
  "lesson.kayles.text":
    "Sept quilles en rang, et vous commencez. Un lancer abat une quille ou deux voisines. Pouvez-vous laisser deux rangées pareilles ?",
  "lesson.kayles.done":
    "Celle du milieu laisse deux rangées égales, et chaque lancer peut être copié dans l’autre. Avec une rangée paire, abattez les deux du milieu.",

  "lesson.ring.title": "De l’autre côté du cercle",
  "lesson.ring.text":
    "Six perles en cercle ; votre adversaire commence et en prend une ou deux voisines. Regardez le cercle depuis son centre : qu’y a-t-il en face ?",
  "lesson.ring.done":
    "Après le premier coup, prenez de façon que le reste forme deux rangées égales ; ensuite, copiez. Avec un cercle entier, qui joue en second le peut toujours.",

  "lesson.stacks.title": "Des piles opposées",
  "lesson.stacks.text":
    "Quatre piles en cercle : 3, 2, 1 et 4. Vous commencez. Un coup prend dans une pile ou dans deux voisines. Dans quelles piles ne prend-on jamais ensemble ?",
  "lesson.stacks.done":
    "Dans des piles opposées : égalisez les deux paires. Aucun coup n’en touche deux opposées, donc chacun a sa réponse.",

  "lesson.grid.title": "Le milieu du plateau",
  "lesson.grid.text":
    "Neuf billes en carré, et vous commencez : prenez-en une, ou des voisines en ligne droite. Après quel premier coup chaque autre coup a-t-il son jumeau ?",
  "lesson.grid.done":
    "Prenez le milieu, seul ou avec sa rangée : le reste va par paires autour du centre, et vous copiez chaque coup de l’autre côté.",

  "lesson.chomp.title": "Du chocolat",
  "lesson.chomp.text":
    "Une tablette de chocolat carrée, et vous commencez : celui qui croque prend le carré et tout ce qui est dessous et à droite. Le carré vert fait perdre. Quelle bouchée laisse deux bras de même longueur ?",
  "lesson.chomp.done":
    "Croquez en diagonale à côté du carré vert : il reste deux bras égaux, et ce qui est croqué à l’un, vous le croquez à l’autre.",

  "lesson.crosses.title": "Rien que des croix",
  "lesson.crosses.text":
    "Chacun trace des croix sur la même grille, et celui qui en aligne trois perd. Vous commencez. Quelle case n’a pas de jumelle ?",
  "lesson.crosses.done":
    "Celle du milieu : répondez ensuite à chaque croix à un saut de cavalier, et l’alignement reste à votre adversaire.",

  "lesson.bridge.title": "Couper le pont",
  "lesson.bridge.text":
    "Deux points reliés, chacun avec deux autres, et vous commencez : prenez un point, ou deux reliés. Que laissez-vous en prenant le pont du milieu ?",
  "lesson.bridge.done":
    "Quatre points isolés : un nombre pair, et chaque coup en prend exactement un. Couper un graphe en parts qui vont par paires est utile partout.",

  "lesson.above.title": "Tout ce qui est au-dessus",
  "lesson.above.text":
    "Deux chaînes de deux perles et une perle au-dessus des deux. Vous commencez : une perle part avec toutes celles qui sont au-dessus. Qu’est-ce qui rend les deux côtés pareils ?",
  "lesson.above.done": "Prenez la perle du haut : il reste deux chaînes égales, donc des tas égaux au Nim.",
};
