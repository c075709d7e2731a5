// French: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "Le cours",
  "learn.begin": "Vous commencez.",
  "learn.waiting": "Votre adversaire réfléchit …",
  "learn.turn": "Votre adversaire a joué : {move}. À vous.",
  "learn.threw": "Cela laisse échapper la victoire. Reprenez le coup et regardez encore.",
  "learn.lost": "Cette fois, votre adversaire a gagné.",
  "learn.won": "Vous avez gagné.",
  "learn.takeBack": "Reprendre",
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
    "Des tas de 3, 4 et 5, et vous commencez. Le dessin montre les colonnes impaires. Un seul coup les rend toutes paires : quel tas a un 1 dans la plus haute colonne impaire ?",
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
    "Chacun à son tour ajoute 1, 2 ou 3, et qui dit 21 perd. Votre adversaire commence. Après 1, il reste 20 pas : pouvez-vous toujours compléter à quatre le pas de votre adversaire ?",
  "lesson.count.done":
    "Laissez un de plus qu’un multiple de quatre, et chaque pas a sa réponse : c’est encore l’idée de copier, autrement dite.",

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

  "lesson.staircase.title": "En bas de l’escalier",
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
    "Les nombres sont 4 et 17, et vous commencez. Ôtez 4 de 17, une fois ou plus. Que laisser pour que l’adversaire n’ait pas le choix, et que le dernier coup soit pour vous ?",
  "lesson.euclid.done":
    "Qui a le choix décide qui l’aura ensuite : laissez deux nombres dont le rapport est inférieur au nombre d’or, 1,618.",

  "lesson.pass.title": "Passer une fois",
  "lesson.pass.text":
    "C’est le Nim, et l’un de vous peut passer, une seule fois. Vous commencez avec 1, 2 et 3 : combien vaut la somme Nim, et qui préférerait ne pas jouer ?",
  "lesson.pass.done":
    "Une somme Nim de 0 est mauvaise pour qui doit jouer : passez, et ce sera à l’adversaire.",

  "lesson.points.title": "Avec ses voisins",
  "lesson.points.text":
    "Cinq points en ligne, et vous commencez. Qui prend un point prend aussi ses voisins. Pouvez-vous laisser deux moitiés pareilles ?",
  "lesson.points.done":
    "Laissez deux parties égales qui ne se touchent pas, et copiez chaque coup dans l’autre.",

  "lesson.tree.title": "Couper des branches",
  "lesson.tree.text":
    "Un petit arbre et une tige de deux arêtes, et vous commencez. Coupez une arête ; ce qui ne tient plus au sol tombe. Là où des branches se rejoignent compte la somme de Nim de leurs longueurs, et le tronc en dessous ajoute un. Faites que l’arbre vaille autant que la tige.",
  "lesson.tree.done":
    "Un tronc avec une seule branche est une tige de deux : des tiges égales, et vous copiez chaque coup. Les branches comptent par leur somme de Nim ; c’est le principe des deux-points.",

  "lesson.dominoes.title": "Dominos",
  "lesson.dominoes.text":
    "Deux rangées de quatre cases, et l’adversaire commence. Imaginez un point au milieu du plateau : quoi qu’il pose, faites faire un demi-tour au plateau.",
  "lesson.dominoes.done":
    "La place retournée est toujours libre, vous avez donc toujours une réponse : la symétrie est une stratégie.",
};
