//! Merkle trees as in RFC 6962 (Certificate Transparency), section 2.1: one hash for all entries of
//! a log, and short proofs that an entry is in it or that one log continues another. Pure.

use sha2::{Digest, Sha256};

/// The hash of an entry, or of a tree.
pub type Hash = [u8; 32];

/// Returns the hash of an entry.
pub fn leaf_hash(entry: &[u8]) -> Hash {
    hash(&[&[0], entry])
}

/// Returns the hash of a tree over these leaves, in their order.
pub fn root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => hash(&[]),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            node(&root(left), &root(right))
        }
    }
}

/// Returns the proof that the leaf with this index is in the tree: the sibling hashes on its path
/// to the root. `None` if there is no such leaf.
pub fn inclusion(leaves: &[Hash], index: usize) -> Option<Vec<Hash>> {
    if index >= leaves.len() {
        return None;
    }
    let mut path = Vec::new();
    let (mut leaves, mut index) = (leaves, index);
    while leaves.len() > 1 {
        let (left, right) = leaves.split_at(split(leaves.len()));
        let (inside, beside) = if index < left.len() { (left, right) } else { (right, left) };
        index -= if index < left.len() { 0 } else { left.len() };
        path.push(root(beside));
        leaves = inside;
    }
    path.reverse();
    Some(path)
}

/// Whether a proof shows that `leaf` has this index in a tree of this size.
pub fn is_included(leaf: Hash, index: usize, size: usize, proof: &[Hash], root: &Hash) -> bool {
    index < size && climb(leaf, index, size, proof).as_ref() == Some(root)
}

fn climb(leaf: Hash, index: usize, size: usize, proof: &[Hash]) -> Option<Hash> {
    if size == 1 {
        return proof.is_empty().then_some(leaf);
    }
    let (beside, rest) = proof.split_last()?;
    let left = split(size);
    match index < left {
        true => Some(node(&climb(leaf, index, left, rest)?, beside)),
        false => Some(node(beside, &climb(leaf, index - left, size - left, rest)?)),
    }
}

/// Returns the proof that the tree continues its own first `before` leaves; `None` if it has fewer,
/// or `before` is 0.
pub fn consistency(leaves: &[Hash], before: usize) -> Option<Vec<Hash>> {
    if before == 0 || before > leaves.len() {
        return None;
    }
    let mut proof = Vec::new();
    prove(leaves, before, true, &mut proof);
    Some(proof)
}

fn prove(leaves: &[Hash], before: usize, whole: bool, proof: &mut Vec<Hash>) {
    if before == leaves.len() {
        if !whole {
            proof.push(root(leaves));
        }
        return;
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    if before <= left.len() {
        prove(left, before, whole, proof);
        proof.push(root(right));
    } else {
        prove(right, before - left.len(), false, proof);
        proof.push(root(left));
    }
}

/// Whether a proof shows that the tree of this size and root continues one of `before`
/// leaves with the root `old`.
pub fn is_continuation_of(
    (before, old): (usize, &Hash),
    (size, root): (usize, &Hash),
    proof: &[Hash],
) -> bool {
    if before == 0 || before > size {
        return false;
    }
    roots(before, size, true, old, proof) == Some((*old, *root))
}

/// The roots of the old tree and of the new one, computed from a proof.
fn roots(
    before: usize,
    size: usize,
    whole: bool,
    old: &Hash,
    proof: &[Hash],
) -> Option<(Hash, Hash)> {
    if before == size {
        return match (whole, proof) {
            (true, []) => Some((*old, *old)),
            (false, [root]) => Some((*root, *root)),
            _ => None,
        };
    }
    let (beside, rest) = proof.split_last()?;
    let left = split(size);
    if before <= left {
        let (was, is) = roots(before, left, whole, old, rest)?;
        Some((was, node(&is, beside)))
    } else {
        let (was, is) = roots(before - left, size - left, false, old, rest)?;
        Some((node(beside, &was), node(beside, &is)))
    }
}

/// The largest power of two below a size of two or more.
fn split(size: usize) -> usize {
    1 << (size - 1).ilog2()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    hash(&[&[1], left, right])
}

fn hash(parts: &[&[u8]]) -> Hash {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use protocol::hex;

    use super::*;

    /// The test vectors of the Certificate Transparency reference implementation.
    #[test]
    fn roots_are_those_of_the_reference() {
        let entries: [&[u8]; 8] = [
            &[],
            &[0x00],
            &[0x10],
            &[0x20, 0x21],
            &[0x30, 0x31],
            &[0x40, 0x41, 0x42, 0x43],
            &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
            &[
                0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d,
                0x6e, 0x6f,
            ],
        ];
        let leaves: Vec<Hash> = entries.iter().map(|entry| leaf_hash(entry)).collect();
        let expected = [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
            (2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
            (3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
            (8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
        ];
        for (size, root_of) in expected {
            assert_eq!(hex(&root(&leaves[..size])), root_of, "{size}");
        }
    }

    #[test]
    fn proofs_hold_for_what_they_prove_and_for_nothing_else() {
        let leaves: Vec<Hash> = (0..20u8).map(|n| leaf_hash(&[n])).collect();
        for size in 1..=leaves.len() {
            let (tree, whole) = (&leaves[..size], root(&leaves[..size]));
            for (index, leaf) in tree.iter().enumerate() {
                let proof = inclusion(tree, index).expect("it is there");
                assert!(is_included(*leaf, index, size, &proof, &whole));
                assert!(!is_included(leaf_hash(b"x"), index, size, &proof, &whole));
                assert!(size == 1 || !is_included(*leaf, index ^ 1, size, &proof, &whole));
                assert!(!is_included(*leaf, index, size, &proof, &leaf_hash(b"x")));
            }
            assert_eq!(inclusion(tree, size), None);
            for before in 1..=size {
                let old = root(&leaves[..before]);
                let proof = consistency(tree, before).expect("so many");
                assert!(
                    is_continuation_of((before, &old), (size, &whole), &proof),
                    "{before} {size}"
                );
                let other = leaf_hash(b"x");
                assert!(
                    !is_continuation_of((before, &other), (size, &whole), &proof) || before == size
                );
                assert!(!is_continuation_of((before, &old), (size, &other), &proof));
                let longer = [proof.clone(), vec![other]].concat();
                assert!(!is_continuation_of((before, &old), (size, &whole), &longer));
            }
            assert_eq!(consistency(tree, size + 1), None);
            assert_eq!(consistency(tree, 0), None);
            for proof in [&[][..], &leaves[..1], &leaves[..3]] {
                assert!(!is_continuation_of((0, &root(&[])), (size, &whole), proof));
                assert!(!is_continuation_of((size + 1, &whole), (size, &whole), proof));
            }
        }
    }
}
