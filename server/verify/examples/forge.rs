//! Forges a tournament file as somebody who has the key could, and signs it again correctly: `forge
//! FILE SIGNING-KEY "NAME OF THE FORGERY"` writes the forged file to standard output; without
//! arguments the forgeries are listed.

#[path = "../tests/files/forge/mod.rs"]
mod forge;

use ed25519_dalek::SigningKey;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, key, name] = &arguments[..] else {
        for forge::Forgery { name, base, why, .. } in forge::all() {
            println!("{name} ({base}): must be refused with {why:?}");
        }
        return Ok(());
    };
    let read = |path: &str| std::fs::read_to_string(path).map_err(|why| format!("{path}: {why}"));
    let digits = read(key)?;
    let byte = |place: usize| u8::from_str_radix(digits.get(place..place + 2)?, 16).ok();
    let bytes: Vec<u8> = (0..64).step_by(2).map_while(byte).collect();
    let key = <[u8; 32]>::try_from(bytes).map_err(|_| "the key has 64 hexadecimal digits")?;
    let forgery = forge::all().into_iter().find(|forgery| forgery.name == *name);
    let forgery = forgery.ok_or("no forgery has that name")?;
    let forged = forgery.forge(&read(file)?, &SigningKey::from_bytes(&key));
    print!("{}", forged.ok_or("the file has nothing that could be forged so")?);
    Ok(())
}
