//! What others do at any moment: foreign writers, the clock, and another program of ours.

use adwright_model::Id;

use super::service::{Writer, path, with};
use super::world::{NAMES, World, parse};

impl World {
    /// Does one thing of somebody else.
    pub(crate) fn act_as_others(&mut self) {
        match self.random.below(16) {
            0..4 => {
                self.wall_ms += self.random.pick(&[-7_200_000, -5_000, 61_000, 86_400_000]);
            }
            4..8 if self.foreign_objects < 4 => self.create_foreign_object(),
            8..12 => self.change_object(),
            12 => self.remove_object(),
            // Another program of ours starts, and must leave the items of the running one alone.
            _ => assert!(self.is_locked, "a program works without the send lock"),
        }
    }

    /// Creates an object of somebody else, perhaps similar to ours and perhaps with a reference.
    pub(crate) fn create_foreign_object(&mut self) {
        self.foreign_objects += 1;
        let number = self.foreign_objects;
        let name = self.random.pick(&NAMES);
        let reference = match self.random.below(4) {
            0 => String::new(),
            1 => r#","clientRefId":null"#.to_owned(),
            2 => r#","clientRefId":"theirs""#.to_owned(),
            // Adwright on another computer.
            _ => format!(r#","clientRefId":"adwright-{:032x}""#, 0xF000 + number),
        };
        let member = if self.random.percent(50) {
            "name"
        } else {
            "value"
        };
        let text = format!(r#"{{"{member}":"{name}","brandId":7{reference}}}"#);
        let id = self.service.insert(Writer::Foreign, &parse(&text));
        self.log(|| format!("foreign object {id}: {text}"));
    }

    /// Changes an object as somebody else does.
    fn change_object(&mut self) {
        let Some(id) = self.pick_campaign() else {
            return;
        };
        let member = self.random.pick(&["budget", "budget", "note", "name"]);
        let json = match member {
            "budget" => self.random.below(90).to_string(),
            _ => format!("\"theirs{}\"", self.random.below(3)),
        };
        let changed = with(&self.service.objects[&id].document, member, &json);
        self.service.save(Writer::Foreign, Id(id), &changed);
        self.log(|| format!("foreign change of {id}: {member}={json}"));
    }

    /// Removes an object as somebody else does.
    fn remove_object(&mut self) {
        if let Some(id) = self.pick_campaign() {
            self.service.objects.remove(&id);
            self.log(|| format!("foreign removal of {id}"));
        }
    }

    /// Picks an object that others change too; none if there is none.
    fn pick_campaign(&mut self) -> Option<i64> {
        let budget = path("budget");
        let objects = self.service.objects.iter();
        let campaigns = objects.filter(|(_, object)| object.document.get(&budget).is_some());
        let ids: Vec<i64> = campaigns.map(|(id, _)| *id).collect();
        (!ids.is_empty()).then(|| self.random.pick(&ids))
    }
}
