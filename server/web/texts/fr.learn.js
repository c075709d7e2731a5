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
};
