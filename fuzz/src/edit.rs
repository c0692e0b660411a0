use adwright_model::{Edit, EditableDocument, Node, Path, JsonType};
use arbitrary::Arbitrary;

use crate::json::{Json, Name};

/// What becomes an edit once there is a document.
#[derive(Arbitrary, Debug)]
pub struct Seed {
    target: u16,
    at: u8,
    verb: u8,
    name: Name,
    json: Json,
}

impl Seed {
    pub fn edit(&self, document: &EditableDocument) -> Edit {
        let paths = paths(document);
        let path = paths[usize::from(self.target) % paths.len()].clone();
        let json = self.json.text();
        let len = document.get(&path).map_or(0, |node| node.len());
        let name = self.name.as_str();
        match self.verb % 6 {
            0 => Edit::Set { path, json },
            1 => Edit::Set {
                path: path.child(name),
                json,
            },
            2 => Edit::Remove { path },
            3 => Edit::Move {
                path,
                to: usize::from(self.at),
            },
            4 => Edit::Type {
                path: path.child(name),
                text: json,
            },
            _ => Edit::Insert {
                path,
                at: usize::from(self.at) % (len + 1),
                json,
            },
        }
    }
}

/// The document after all edits that can be made.
pub fn follow(document: &EditableDocument, seeds: &[Seed]) -> EditableDocument {
    let edit = |document: EditableDocument, seed: &Seed| {
        let edited = document.apply(&seed.edit(&document));
        edited.unwrap_or(document)
    };
    seeds.iter().fold(document.clone(), edit)
}

/// The paths of all values.
pub fn paths(document: &EditableDocument) -> Vec<Path> {
    let mut paths = Vec::new();
    gather(&Path::root(), &document.root(), &mut paths);
    paths
}

fn gather(path: &Path, node: &Node<'_>, paths: &mut Vec<Path>) {
    paths.push(path.clone());
    for (name, member) in node.members() {
        gather(&path.child(name), &member, paths);
    }
    if node.shape() == JsonType::Array {
        for (at, item) in node.items().enumerate() {
            gather(&path.item(at), &item, paths);
        }
    }
}
