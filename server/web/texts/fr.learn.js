// French: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "Le cours",
  "learn.begin": "Vous commencez.",
  "learn.waiting": "L’autre réfléchit …",
  "learn.turn": "L’autre a joué : {move}. À vous.",
  "learn.threw": "Cela donne la victoire. Reprenez le coup et regardez encore.",
  "learn.lost": "Cette fois, l’autre a gagné.",
  "learn.won": "Vous avez gagné.",
  "learn.takeBack": "Reprendre",
  "learn.next": "Leçon suivante",
  "learn.again": "Depuis le début",
  "learn.end": "Jouer contre quelqu’un",
  "lesson.one.title": "Un tas",
  "lesson.one.text":
    "Qui joue le dernier coup gagne. Avec un seul tas, c’est facile : combien de pierres prenez-vous ?",
  "lesson.one.done": "Un seul tas est gagné pour qui doit jouer : prenez tout.",
  "lesson.equal.title": "Deux tas égaux",
  "lesson.equal.text":
    "Deux tas, pareils tous les deux. L’autre commence. Quoi qu’on prenne d’un tas, qu’est-ce qui rendrait les tas égaux ?",
  "lesson.equal.done":
    "Des tas égaux sont perdus pour qui doit jouer : chaque coup se copie, et le dernier est pour vous.",
  "lesson.unequal.title": "Deux tas",
  "lesson.unequal.text": "Maintenant les tas diffèrent, et vous commencez. Que voulez-vous laisser ?",
  "lesson.unequal.done": "Rendez les tas égaux, puis copiez chaque coup.",
  "lesson.pairs.title": "Trois tas",
  "lesson.pairs.text":
    "Des tas de 1, 2 et 3, et l’autre commence. Écrivez chaque tas en binaire, comme sur le dessin : chaque colonne a un nombre pair de uns. Chaque coup rend une colonne impaire ; votre réponse les rend toutes paires.",
  "lesson.pairs.done":
    "C’est encore copier, colonne par colonne : des colonnes paires sont perdues pour qui doit jouer.",
  "lesson.sum.title": "La somme de Nim",
  "lesson.sum.text":
    "Des tas de 3, 4 et 5, et vous commencez. Le dessin montre les colonnes impaires. Un seul coup les rend toutes paires : quel tas a un un dans la plus haute colonne impaire ?",
  "lesson.sum.done":
    "Vous avez trouvé le théorème de Bouton de 1901 : laissez toujours une somme de Nim de 0.",
  "lesson.large.title": "Plus grands nombres",
  "lesson.large.text":
    "Quatre tas, et la même règle. Trois premiers coups différents gagnent ici. Prenez votre temps : trouvez la plus haute colonne impaire, choisissez un tas qui y a un un, et inversez ses chiffres dans toutes les colonnes impaires.",
  "lesson.large.done": "Plus rien du Nim ne vous est caché, tant que le dernier coup gagne.",
  "lesson.ones.title": "Quand le dernier coup perd",
  "lesson.ones.text":
    "En jeu misère, qui joue le dernier coup perd. Pensez aux tas d’une pierre : il faut en laisser un nombre impair.",
  "lesson.ones.done":
    "Avec des tas d’une pierre seulement, tout est à l’envers : laissez-en un nombre impair.",
  "lesson.misere.title": "Nim misère",
  "lesson.misere.text":
    "Des tas de 3, 4 et 5, et le dernier coup perd. Jouez exactement comme avant : rendez toutes les colonnes paires. Seulement quand votre coup ne laisserait que des tas d’une pierre, laissez-en un nombre impair.",
  "lesson.misere.done":
    "C’est tout : comme avant, jusqu’à ce qu’un seul tas ait plus d’une pierre, puis laissez un nombre impair de uns.",
  "lesson.count.title": "Compter jusqu’à 21",
  "lesson.count.text":
    "Chacun ajoute 1, 2 ou 3, et qui dit 21 perd. L’autre commence. Après 1, il reste 20 pas : pouvez-vous toujours faire quatre avec le pas de l’autre ?",
  "lesson.count.done":
    "Laissez un de plus qu’un multiple de quatre, et chaque pas a sa réponse : la même idée de copier, en d’autres mots.",
};
